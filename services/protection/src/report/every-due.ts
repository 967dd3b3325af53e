/**
 * Does what is due, `atOnce` at a time: `find` answers what comes after the last one that was taken. One that fails holds up no other; what
 * they failed of is thrown together at the end. Answers how many were done.
 */
export async function everyDue<Due>(
  atOnce: number,
  find: (last: Due | null) => Promise<readonly Due[]>,
  act: (due: Due) => Promise<void>,
): Promise<number> {
  const errors: unknown[] = []
  let done = 0
  for (let last: Due | null = null; ;) {
    const found: readonly Due[] = await find(last)
    for (const one of found) {
      last = one
      try {
        await act(one)
        done += 1
      } catch (error) {
        errors.push(error)
      }
    }
    if (found.length < atOnce) break
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} things of reports that were due failed`)
  return done
}
