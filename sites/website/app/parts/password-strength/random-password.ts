/** A password of that length, each character drawn evenly from the alphabet. `random` fills bytes with chance, as `crypto` does. */
export function randomPassword(
  alphabet: string,
  length: number,
  random: (bytes: Uint8Array<ArrayBuffer>) => void,
): string {
  // A byte beyond the last full round would make the first characters more likely, so it is drawn again.
  const limit = 256 - (256 % alphabet.length)
  const drawn: string[] = []
  const bytes = new Uint8Array(new ArrayBuffer(64))
  while (drawn.length < length) {
    random(bytes)
    for (const byte of bytes)
      if (byte < limit && drawn.length < length) drawn.push(alphabet.charAt(byte % alphabet.length))
  }
  return drawn.join('')
}

/** How many other accounts one leaked password opens on average when the accounts are spread evenly over the passwords. */
export function othersOpened(accounts: number, passwords: number): number {
  return accounts / Math.min(accounts, passwords) - 1
}
