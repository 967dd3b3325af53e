import { compareDirectory, requireCell, WrongCellError } from '@bollard/captcha-service/cells'
import type { Database } from '@bollard/database'
import type { Config } from '../../config.ts'
import { schemasOfCell } from '../../migrate-every-schema.ts'
import { classifyUnfound } from '../rebuild-directory.ts'
import { checkAudit, checkQueues, checkRoles, checkSchema, checkState } from './check-database.ts'
import { fault, type Finding, ok, warning } from './finding.ts'

/** A further cell, asked as its owner at `address`. */
export interface FurtherCell {
  readonly db: Database
  readonly address: string
  readonly cell: number
  /** Cell 0, which has the directory; null where it cannot be asked. */
  readonly directory: Database | null
}

/** What is asked of cell 0, as far as a further cell has it, and whether the directory leads to what is there. */
export async function checkCell(
  config: Config,
  { db, address, cell, directory }: FurtherCell,
  isRunning: boolean,
  now: () => Date,
): Promise<Finding[]> {
  const state = await checkState(db, now, 'CELL_URLS')
  if (state.some(({ state: how }) => how === 'fault')) return state
  const schema = await checkSchema(db, schemasOfCell)
  if (schema.state !== 'ok') return [...state, schema]
  const place = await checkPlace(db, cell)
  const isOwn = place.state === 'ok'
  return [
    ...state,
    schema,
    place,
    await checkRoles(config, address),
    await checkAudit(db, now()),
    ...(isRunning ? await checkQueues(db, now()) : []),
    ...(isOwn && directory !== null ? await checkDirectory(directory, db, cell) : []),
  ]
}

async function checkPlace(db: Database, cell: number): Promise<Finding> {
  try {
    await requireCell(db, cell)
    return ok('cell', 'It is the database of this cell.')
  } catch (error) {
    if (!(error instanceof WrongCellError)) throw error
    return fault('cell', error.message, 'Put the addresses of CELL_URLS into the order in which they were first used.')
  }
}

async function checkDirectory(directory: Database, db: Database, number: number): Promise<Finding[]> {
  const differences = await compareDirectory(directory, { db, number })
  const { elsewhere, absent, entries } = differences
  const { lost, erased, unknown } = await classifyUnfound(directory, differences)
  const findings: Finding[] = []
  const rebuild = 'Run: npm start -- rebuild-directory'
  if (lost.length > 0)
    findings.push(
      fault(
        'directory',
        `Cell 0 does not know where ${lost.length} solutions of this cell are, or some of their keys: visitors and owners do not find them.`,
        rebuild,
      ),
    )
  if (erased.length > 0)
    findings.push(
      fault(
        'directory',
        `${erased.length} captchas that were erased are here again, as in a backup from before that.`,
        rebuild,
      ),
    )
  if (elsewhere > 0)
    findings.push(
      fault(
        'directory',
        `By cell 0, ${elsewhere} site keys, API keys and solutions of this cell are in another one.`,
        'One of the databases is a copy of the other. Look at the addresses in CELL_URLS.',
      ),
    )
  if (unknown.length > 0)
    findings.push(
      warning(
        'directory',
        `Cell 0 has no solution for ${unknown.length} captchas of this cell, as after it was restored to a moment before they were made. They serve nobody.`,
        'Restore cell 0 to a later moment if you can.',
      ),
    )
  if (absent > 0)
    findings.push(
      warning(
        'directory',
        `Cell 0 leads to ${absent} site keys, API keys and solutions that this cell does not have, as after it was restored to a moment before they were made.`,
        'Restore this cell to a later moment if you can. Otherwise their owners have to make new captchas.',
      ),
    )
  return findings.length > 0
    ? findings
    : [ok('directory', `Cell 0 leads to each of the ${entries} site keys, API keys and solutions here.`)]
}
