/** Lines of a stream of text; null for one that is longer than allowed, of which the rest is skipped. */
export async function* linesOf(
  input: AsyncIterable<string | Uint8Array>,
  lettersMax: number,
): AsyncGenerator<string | null> {
  const decoder = new TextDecoder()
  let held = ''
  let skips = false
  for await (const piece of input) {
    const lines = (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })).split('\n')
    for (const [at, text] of lines.entries()) {
      const isWhole = at < lines.length - 1
      held = skips ? '' : held + text
      if (held.length > lettersMax) {
        skips = true
        held = ''
        yield null
      }
      if (!isWhole) continue
      if (!skips && held.trim() !== '') yield held
      held = ''
      skips = false
    }
  }
  if (!skips && held.trim() !== '') yield held
}
