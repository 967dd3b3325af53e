import type { NonceMemory, UsedOnce } from '@bollard/visitor-credentials'
import type { ApiKeyCache } from '../access/api-keys/api-key-cache.ts'
import { hashApiKey, isApiKey, isSiteKey } from '../access/api-keys/key-format.ts'
import { createUsedSignatures } from '../edge/credentials/used-signatures.ts'
import type { SiteCache } from '../edge/sites/site-cache.ts'
import { cellOfNumber } from '../records/cells/cell-numbers.ts'
import { type Directory, directoryKeyOf } from '../records/cells/directory.ts'
import { askWhoAnswers } from './ask-who-answers.ts'
import type { Cell } from './create-cell.ts'
import { useInEveryCell } from './use-in-every-cell.ts'

/** Several cells as the rest of the service sees them: each call finds its cell by a number, or by the directory. */
export interface JoinedCells extends Pick<
  Cell,
  | 'actions'
  | 'counter'
  | 'useBypassKey'
  | 'record'
  | 'redeem'
  | 'isRecorded'
  | 'judgeFailover'
  | 'feed'
  | 'refreshFigures'
> {
  readonly sites: Pick<SiteCache, 'find' | 'known' | 'load'>
  readonly apiKeys: Pick<ApiKeyCache, 'find' | 'findAny'>
  readonly ruleHits: Pick<Cell['ruleHits'], 'count'>
  /** Signatures, which count once over all cells. */
  readonly signaturesOf: (siteId: number) => UsedOnce
  /** What is bound to one site, and therefore counts once in its cell. */
  readonly passesOf: (siteId: number) => UsedOnce
  readonly refreshHits: (siteId: number) => Promise<void>
  /** By the number of a site, an environment or an API key. */
  of(id: number): Cell
  /** By the id of a solution; cell 0 for one that has no site. */
  ofSolution(solutionId: string): Promise<Cell>
}

type Cells = readonly [Cell, ...Cell[]]

/**
 * With one cell everything is that cell's own, and costs nothing. `memory` has what this process has seen of signatures and passes;
 * `otherCellMsMax` is how long a signature waits for the cell of another site, in milliseconds.
 */
export function joinCells(
  cells: Cells,
  directory: Directory | null,
  { memory, otherCellMsMax }: { readonly memory: NonceMemory; readonly otherCellMsMax?: number | undefined },
): JoinedCells {
  const [first] = cells
  if (directory === null) {
    const used = createUsedSignatures(first.recordUse, memory)
    return {
      ...first,
      signaturesOf: () => used,
      passesOf: () => used,
      refreshHits: () => first.ruleHits.flush(),
      of: () => first,
      ofSolution: async () => first,
    }
  }
  // Numbers that no database gives, as those of test keys, are as unknown to cell 0 as to any other.
  const of = (id: number): Cell => cells[cellOfNumber(id)] ?? first
  const numbered = (cell: number): Cell => {
    const found = cells[cell]
    // Of a cell that is not configured here nobody can say anything.
    if (found === undefined)
      throw new Error('The database does not answer', { cause: new Error(`There is no cell ${cell} here`) })
    return found
  }
  /** Where there is a site key: at once where it is in memory. */
  function cellOfSiteKey(siteKey: string): Cell | Promise<Cell> {
    const remembered = directory?.remembered(siteKey)
    if (remembered !== undefined) return numbered(remembered)
    if (directory === null || first.sites.has(siteKey) || !isSiteKey(siteKey)) return first
    const cell = directory.cellOf(siteKey)
    return typeof cell === 'number' ? numbered(cell) : cell.then(numbered)
  }
  async function cellOfApiKey(secretKey: string): Promise<Cell> {
    if (directory === null || !isApiKey(secretKey)) return first
    const hash = hashApiKey(secretKey)
    if (first.apiKeys.has(hash)) return first
    return numbered(await directory.cellOf(directoryKeyOf(hash)))
  }
  const useSignature = useInEveryCell(
    cells.map(({ recordUse }) => recordUse),
    otherCellMsMax,
  )
  return {
    of,
    ofSolution: async (solutionId) => numbered(await directory.cellOf(solutionId.toLowerCase())),
    sites: {
      find(siteKey) {
        const cell = cellOfSiteKey(siteKey)
        return cell instanceof Promise ? cell.then(({ sites }) => sites.find(siteKey)) : cell.sites.find(siteKey)
      },
      known: (environmentId) => of(environmentId).sites.known(environmentId),
      load: (environmentId) => of(environmentId).sites.load(environmentId),
    },
    apiKeys: {
      find: async (secretKey, address) => (await cellOfApiKey(secretKey)).apiKeys.find(secretKey, address),
      findAny: async (secretKey, address) => (await cellOfApiKey(secretKey)).apiKeys.findAny(secretKey, address),
    },
    actions: {
      find: (siteId, name) => of(siteId).actions.find(siteId, name),
      nameOf: (siteId, carried, given) => of(siteId).actions.nameOf(siteId, carried, given),
      passed: (siteId, visitor) => of(siteId).actions.passed(siteId, visitor),
      refused: (carried) => first.actions.refused(carried),
    },
    counter: {
      count: (siteId, environmentId, what, at) => of(siteId).counter.count(siteId, environmentId, what, at),
      flush: async () => void (await Promise.all(cells.map(({ counter }) => counter.flush()))),
    },
    ruleHits: { count: (siteId, number, dryRun) => of(siteId).ruleHits.count(siteId, number, dryRun) },
    useBypassKey: (use) => of(use.siteId).useBypassKey(use),
    signaturesOf: (siteId) => createUsedSignatures((use) => useSignature(of(siteId).number, use), memory),
    passesOf: (siteId) => createUsedSignatures(of(siteId).recordUse, memory),
    record: (row) => of(row.siteId).record(row),
    redeem: (owner, verificationId, attempt) => of(owner.siteId).redeem(owner, verificationId, attempt),
    isRecorded: askWhoAnswers(cells.map(({ isRecorded }) => isRecorded)),
    judgeFailover: (owner, token) => of(owner.siteId).judgeFailover(owner, token),
    feed: {
      subscribe: (site, since, listener) => of(site.id).feed.subscribe(site, since, listener),
      close: () => cells.forEach(({ feed }) => feed.close()),
    },
    refreshFigures: (siteId) => of(siteId).refreshFigures(siteId),
    refreshHits: (siteId) => of(siteId).ruleHits.flush(),
  }
}
