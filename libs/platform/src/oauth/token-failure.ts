/** No access token could be had. */
export class TokenFailure extends Error {
  /**
   * @param isRefused the endpoint does not take the credential; else it could not be asked
   * @param reason a word for the log
   */
  constructor(
    readonly isRefused: boolean,
    readonly reason: string,
  ) {
    super(`no access token: ${reason}`);
  }
}
