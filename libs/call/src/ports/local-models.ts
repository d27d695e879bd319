/** Models that run on this machine. */
export abstract class LocalModels {
  /** Its weights were verified and it can answer. @param id as of `LOCAL_PROVIDER` */
  abstract isReady(id: string): boolean;
}
