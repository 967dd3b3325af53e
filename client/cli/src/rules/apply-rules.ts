import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Fault } from '../fault.ts'
import { callOperation, readPage } from '../operations/call-operation.ts'
import { operationOf } from '../operations/operations.ts'
import { flagFault, flagOf, hasFlag, type Line } from '../operations/read-flags.ts'
import { agrees, printable, type Terminal } from '../terminal.ts'
import {
  contentFields,
  contentOf,
  planRules,
  readRulesFile,
  type RuleChange,
  type RulePlan,
  type StoredRule,
} from './plan-rules.ts'

/** `bollard rules export`: the rules as a file that `rules apply` takes; those of the simple forms stay where they are. */
export async function exportRules(terminal: Terminal, host: string, line: Line): Promise<void> {
  const rules = await listRules(terminal, host, solutionOf(terminal, line))
  const own = rules.filter(({ form }) => form === null).map(contentOf)
  terminal.write(`${JSON.stringify({ rules: own }, null, 2)}\n`)
}

/**
 * `bollard rules apply FILE`: shows what would change, asks, and makes the rules of the captcha those of the file. Rules that the file
 * doesn't name stay unless `--prune` is given. `--what-if` shows what the change would have done to the visitors of the last days;
 * `--dry-run` ends after showing.
 */
export async function applyRules(terminal: Terminal, host: string, line: Line): Promise<void> {
  const [file, extra] = line.words
  if (file === undefined || extra !== undefined)
    throw new Fault('usage', 'file-missing', 'Name one file: bollard rules apply FILE.')
  const solutionId = solutionOf(terminal, line)
  const path = resolve(terminal.cwd, file)
  const text = file === '-' ? await terminal.input() : await readFile(path, 'utf8').catch(() => null)
  if (text === null) throw new Fault('usage', 'file-unreadable', `${path} can't be read.`)
  const wanted = readRulesFile(text)
  const plan = planRules(await listRules(terminal, host, solutionId), wanted, hasFlag(line, 'prune'))
  const asJson = hasFlag(line, 'json')
  if (!asJson) terminal.write(shownPlan(plan))
  const whatIf = hasFlag(line, 'what-if') ? await tryPlan(terminal, host, solutionId, plan, line) : null
  if (whatIf !== null && !asJson) terminal.write(shownTrial(whatIf))
  const isDry = hasFlag(line, 'dry-run')
  if (asJson && isDry) terminal.write(`${JSON.stringify({ applied: false, changes: plan.changes, whatIf }, null, 2)}\n`)
  if (isDry || plan.changes.length === 0) {
    if (asJson && !isDry) terminal.write(`${JSON.stringify({ applied: true, changes: [], whatIf }, null, 2)}\n`)
    return
  }
  if (!(await agrees(terminal, 'Apply these changes?', hasFlag(line, 'yes'))))
    throw new Fault('usage', 'not-confirmed', 'Nothing was changed.', { advice: 'Answer y, or call it with --yes.' })
  await carryOut(terminal, host, solutionId, plan.changes)
  if (asJson) terminal.write(`${JSON.stringify({ applied: true, changes: plan.changes, whatIf }, null, 2)}\n`)
  else terminal.tell(`Applied ${plan.changes.length} changes. They take effect within about two seconds.\n`)
}

async function listRules(terminal: Terminal, host: string, solutionId: string): Promise<StoredRule[]> {
  const body = await callOperation(terminal, host, operationOf('listRules'), {
    params: { solutionId },
    query: {},
    body: undefined,
  })
  return readPage(body).items as StoredRule[]
}

function solutionOf(terminal: Terminal, line: Line): string {
  const solutionId = flagOf(line, 'solution-id') ?? terminal.env['BOLLARD_SOLUTION_ID'] ?? ''
  if (solutionId === '')
    throw flagFault('solution-id', 'value-missing', 'names the captcha; BOLLARD_SOLUTION_ID does, too')
  return solutionId
}

/** One after another, deletions last; when one is refused, what was done before it is told, and running it again does the rest. */
async function carryOut(
  terminal: Terminal,
  host: string,
  solutionId: string,
  changes: readonly RuleChange[],
): Promise<void> {
  const done: string[] = []
  try {
    for (const change of changes) {
      const { kind, stored, wanted } = change
      const ruleId = stored?.id
      if (kind === 'create')
        await callOperation(terminal, host, operationOf('createRule'), {
          params: { solutionId },
          query: {},
          body: wanted,
        })
      else if (kind === 'update')
        await callOperation(terminal, host, operationOf('updateRule'), {
          params: { solutionId, ruleId },
          query: {},
          body: { ...wanted, version: stored?.version },
        })
      else
        await callOperation(terminal, host, operationOf('deleteRule'), {
          params: { solutionId, ruleId },
          query: {},
          body: undefined,
        })
      done.push(`${kind} ${change.name}`)
    }
  } catch (error) {
    if (done.length > 0)
      terminal.tell(printable(`Done before the refusal: ${done.join(', ')}. Run the command again for the rest.\n`))
    throw error
  }
}

async function tryPlan(
  terminal: Terminal,
  host: string,
  solutionId: string,
  { result }: RulePlan,
  line: Line,
): Promise<Trial> {
  const days = Number(flagOf(line, 'days') ?? '7')
  if (!Number.isInteger(days) || days < 1 || days > 30)
    throw flagFault('days', 'value-invalid', 'is a number from 1 to 30')
  const body = { days, rules: result }
  return (await callOperation(terminal, host, operationOf('tryChange'), {
    params: { solutionId },
    query: {},
    body,
  })) as Trial
}

interface Totals {
  readonly passed: number
  readonly flagged: number
  readonly refused: number
}
interface Trial {
  readonly from: string
  readonly to: string
  readonly replayed: number
  readonly changed: number
  readonly before: Totals
  readonly after: Totals
}

function shownTrial({ from, to, replayed, changed, before, after }: Trial): string {
  const line = (name: string, { passed, flagged, refused }: Totals) =>
    `  ${name}  passed ${passed}, flagged ${flagged}, blocked ${refused}\n`
  return `\nWhat if: ${replayed} visitors from ${from} to ${to}, ${changed} treated differently\n${line('before', before)}${line('after ', after)}\n`
}

const marks = { create: '+', update: '~', delete: '-' } as const

function shownPlan({ changes, kept }: RulePlan): string {
  const own = kept.filter(({ form }) => form === null)
  const left =
    own.length === 0
      ? ''
      : `  ${own.length} more of the captcha stay (--prune deletes them): ${own.map(({ name }) => name).join(', ')}\n`
  if (changes.length === 0) return printable(`No changes.\n${left}`)
  const lines = changes.map(({ kind, name, stored, wanted, fields }) => {
    const inner =
      kind === 'update' ? fields : kind === 'create' ? contentFields.filter((field) => field !== 'name') : []
    const shown = inner.map((field) => {
      const [old, next] = [JSON.stringify(stored?.[field]), JSON.stringify(wanted?.[field])]
      return `      ${field}: ${kind === 'update' ? `${old} → ${next}` : next}\n`
    })
    return `  ${marks[kind]} ${name}\n${shown.join('')}`
  })
  return printable(`${lines.join('')}${left}`)
}
