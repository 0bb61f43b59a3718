/** The part of HiGHS that is used here; the package's own types do not resolve under nodenext. */
declare module 'highs' {
  type Matrix = {
    readonly format: 'csc';
    readonly numRows: number;
    readonly numCols: number;
    readonly starts: Int32Array;
    readonly indices: Int32Array;
    readonly values: Float64Array;
  };

  type Interruptible = { readonly interrupt: () => void; readonly data: Readonly<Record<string, unknown>> };

  export type Model = {
    readonly options: { set: (values: Readonly<Record<string, boolean | number | string>>) => void };
    readonly info: { get: (name: string) => number | bigint };
    passModel: (model: {
      readonly numCols: number;
      readonly numRows: number;
      readonly sense: 1 | -1;
      readonly colCost: Float64Array;
      readonly colLower: Float64Array;
      readonly colUpper: Float64Array;
      readonly rowLower: Float64Array;
      readonly rowUpper: Float64Array;
      readonly matrix: Matrix;
      readonly integrality?: Int32Array;
    }) => void;
    addCols: (columns: {
      readonly cost: Float64Array;
      readonly lower: Float64Array;
      readonly upper: Float64Array;
      readonly matrix: Matrix;
    }) => void;
    setSolution: (solution: { readonly colValue: Float64Array }) => void;
    run: (callbacks?: Readonly<Record<number, (event: Interruptible) => undefined>>) => void;
    getModelStatus: () => number;
    getObjectiveValue: () => number;
    getSolution: () => { readonly colValue: Float64Array; readonly rowDual: Float64Array };
    dispose: () => void;
  };

  export type Highs = {
    readonly infinity: number;
    readonly constants: {
      readonly modelStatus: Readonly<Record<string, number>>;
      readonly callbackType: Readonly<Record<string, number>>;
    };
    createModel: () => Model;
  };

  const load: () => Promise<Highs>;
  export default load;
}
