/** Something that whoever called the command can set right; the message says what. */
export class RefitFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RefitFault'
  }
}
