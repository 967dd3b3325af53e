import type { Database, Queries } from '@bollard/database'
import { cellsMax, numbersOfCell } from './cell-numbers.ts'

/** A database that stands where another cell belongs, or whose numbers are not those of its cell. */
export class WrongCellError extends Error {
  constructor(cell: number, found: string) {
    super(
      `The database of cell ${cell} ${found}. Look at CELL_URLS: it names each database once, and each keeps the cell that it was first given.`,
    )
    this.name = 'WrongCellError'
  }
}

/**
 * Gives a migrated database without any site the numbers of a cell, as its owner; a database that has them already is left alone.
 * @throws WrongCellError where it is another cell's, or has sites
 */
export async function becomeCell(db: Database, cell: number): Promise<void> {
  if (!Number.isInteger(cell) || cell < 0 || cell >= cellsMax)
    throw new RangeError(`there are cells 0 to ${cellsMax - 1}, and no cell ${cell}`)
  await db.query('captcha-cell-become', 'select captcha.become_cell($1) as done', [cell])
  await requireCell(db, cell)
}

/**
 * Makes sure that a database is that of a cell and gives numbers that nobody else gives: tokens and keys are told apart by them.
 * @throws WrongCellError
 */
export async function requireCell(db: Queries, cell: number): Promise<void> {
  const [own] = await db.query('captcha-cell', 'select number from captcha.cell')
  if (own?.number !== cell) throw new WrongCellError(cell, `is that of cell ${own?.number ?? '?'}`)
  const { min, max } = numbersOfCell(cell)
  const strange = await db.query('captcha-cell-numbers', numbersSql, [min, max])
  if (strange.length > 0)
    throw new WrongCellError(cell, `gives numbers of another in ${strange.map(({ name }) => name).join(', ')}`)
}

/**
 * Makes sure that every cell that the directory of cell 0 leads to is configured: with one left out its keys would be told as unknown, and customers would turn
 * their visitors away. One that is configured and away is told as away.
 * @throws WrongCellError
 */
export async function requireEveryCell(directory: Queries, cells: number): Promise<void> {
  const [further] = await directory.query('captcha-cell-further', furtherSql, [cells])
  if (further !== undefined)
    throw new WrongCellError(0, `leads to captchas in cell ${further.cell}, for which there is no address`)
}

const furtherSql = 'select cell from captcha.directory where cell >= $1 limit 1'

// A table without such a sequence is as strange as one with another's.
const numbersSql = `select t.name from unnest(array['sites', 'environments', 'api_keys']) as t (name)
  left join pg_catalog.pg_sequence s on s.seqrelid = pg_get_serial_sequence('captcha.' || t.name, 'id')::regclass
  where s.seqmin is distinct from $1::bigint or s.seqmax is distinct from $2::bigint`
