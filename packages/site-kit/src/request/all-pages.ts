/** Every item of a list that comes in pages. `read` takes the place to go on from; no more than `atMost` are read. */
export async function allPages<T>(
  read: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>,
  atMost = Infinity,
): Promise<T[]> {
  const all: T[] = []
  let cursor: string | undefined
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next one
    const page = await read(cursor)
    all.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && all.length < atMost)
  return all
}
