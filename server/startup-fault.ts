/** Something that the person who starts the program can put right. The message is all they need to read. */
export class StartupFault extends Error {
  override name = 'StartupFault'
}
