declare namespace PDFKit.Mixins {
  interface AnnotationOption {
    /** The structure element that the annotation belongs to. */
    structParent?: PDFKit.PDFStructureElement;
  }

  interface StructureElementOptions {
    /** Left, top, right and bottom of a figure on its page. */
    bbox?: [number, number, number, number];
  }
}

declare module 'wawoff2' {
  /** The OpenType font in a WOFF2 file. */
  const wawoff2: { readonly decompress: (file: Uint8Array) => Promise<Uint8Array> };
  export default wawoff2;
}

declare module 'bidi-js' {
  type Bidi = {
    /** The level of each UTF-16 unit of a text: odd ones are written from right to left. */
    readonly getEmbeddingLevels: (text: string, direction: 'ltr' | 'rtl' | 'auto') => { readonly levels: Uint8Array };
    readonly getMirroredCharacter: (character: string) => string | null;
  };
  const open: () => Bidi;
  export default open;
}
