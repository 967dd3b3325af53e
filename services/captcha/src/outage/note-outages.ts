import { isDatabaseAway } from '@bollard/http'
import type { OutageRecord } from './outage-record.ts'

/** A widget that could not be served because the database was away is what an outage is made of. */
export function noteOutages<Item, Result>(
  outages: OutageRecord,
  now: () => number,
  act: (item: Item) => Promise<Result>,
): (item: Item) => Promise<Result> {
  return (item) =>
    act(item).then(
      (result) => {
        outages.noteAvailable(now())
        return result
      },
      (error: unknown) => {
        if (isDatabaseAway(error)) outages.noteUnavailable(now())
        throw error
      },
    )
}
