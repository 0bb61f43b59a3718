/** The logo, a repeat sign, and the name. */
export const Brand = ({ large = false }: { readonly large?: boolean }) => (
  <>
    <svg viewBox="0 0 26 26" aria-hidden="true" className={large ? 'size-8' : 'size-[26px]'}>
      <rect width="26" height="26" rx="7" className="fill-accent-fill" />
      <g className="fill-on-accent">
        <circle cx="7.4" cy="10.2" r="1.7" />
        <circle cx="7.4" cy="15.8" r="1.7" />
        <rect x="11.6" y="5.5" width="1.5" height="15" rx=".4" />
        <rect x="15.2" y="5.5" width="4.2" height="15" rx=".6" />
      </g>
    </svg>
    <b className={large ? 'text-title font-title' : 'text-lead font-title'}>Rondo</b>
  </>
);
