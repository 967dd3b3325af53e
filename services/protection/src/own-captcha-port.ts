/** The installation's own captcha, which guards the form of visitors who were stopped. */
export interface OwnCaptchaPort {
  /** Redeems the token of a form, which works once. `unavailable`: nobody can say at the moment. */
  readonly verify: (token: string, address: string) => Promise<'passed' | 'refused' | 'unavailable'>
}
