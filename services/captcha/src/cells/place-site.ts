import type { Database, Queries } from '@bollard/database'
import type { PlaceSite } from '../owner/site/provision-site.ts'
import { reserveEntries, reserveSolution } from '../records/cells/directory.ts'
import type { Cell } from './create-cell.ts'

/**
 * Places a new site into the cell with the fewest sites, of those that answer, and writes that into the directory before the cell is asked. So a process
 * that dies between the two leaves entries that `settleDirectory` takes away, and whoever tries again is sent to the same cell.
 */
export function createPlaces(
  cells: readonly [Cell, ...Cell[]],
  {
    db,
    choose,
    onError,
  }: {
    /** Of cell 0. */
    readonly db: Database
    readonly choose: (() => number) | undefined
    readonly onError: (error: unknown) => void
  },
): PlaceSite {
  async function emptiest(): Promise<number> {
    const counts = await Promise.all(
      cells.map(async ({ number, db: own }) => {
        try {
          return { number, sites: await countSites(own) }
        } catch (error) {
          onError(error)
          return { number, sites: Number.POSITIVE_INFINITY }
        }
      }),
    )
    return counts.toSorted((one, other) => one.sites - other.sites || one.number - other.number)[0]?.number ?? 0
  }
  return async (solutionId, entries) => {
    // From before there were cells: such a site is in no directory.
    const [former] = await db.query('captcha-place-former', formerSql, [solutionId])
    const wanted = former?.found === true ? 0 : (choose?.() ?? (await emptiest()))
    const cell = await reserveSolution(db, solutionId, wanted)
    await reserveEntries(db, { solutionId, cell, entries })
    const found = cells[cell]
    if (found === undefined)
      throw new Error('The database does not answer', { cause: new Error(`There is no cell ${cell} here`) })
    return found.db
  }
}

const formerSql = 'select exists (select from captcha.sites where solution_id = $1) as found'

async function countSites(db: Queries): Promise<number> {
  const [row] = await db.query('captcha-count-sites', 'select count(*)::int as n from captcha.sites')
  return row?.n ?? 0
}
