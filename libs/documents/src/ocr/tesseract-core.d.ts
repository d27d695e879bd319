/** The parts of Tesseract's WebAssembly build that the engine calls; the package has no types. */
declare module 'tesseract.js-core/tesseract-core-relaxedsimd-lstm.js' {
  interface TessBaseApi {
    /** @returns 0 where it can work. @param mode 1: the neural engine alone */
    Init(dataPath: null, languages: string, mode: number): number;
    SetVariable(name: string, value: string): boolean;
    /** Reads `/input`. @returns 1 where it cannot */
    SetImageFile(orientation: number, angle: number): number;
    SetSourceResolution(dpi: number): void;
    Recognize(monitor: null): number;
    /** Blocks of paragraphs of lines of words, as JSON. */
    GetJSONText(): string;
    Clear(): void;
    End(): void;
  }

  interface TesseractModule {
    readonly FS: {
      writeFile(path: string, data: Uint8Array): void;
      unlink(path: string): void;
    };
    readonly TessBaseAPI: new () => TessBaseApi;
  }

  const load: (options: object) => Promise<TesseractModule>;
  export default load;
  export type { TessBaseApi, TesseractModule };
}
