import { parseArgs } from 'node:util'
import { RefitFault } from './refit-fault.ts'

/** Where labelled verifications come from: the captcha service's database, or a file that `export` wrote. */
export type Source =
  | { readonly kind: 'database'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }

export type Task =
  | {
      readonly name: 'fit'
      readonly source: Source
      readonly out: string
      readonly folds: number
      readonly spread: number
    }
  | { readonly name: 'export'; readonly url: string; readonly out: string }
  | { readonly name: 'compare'; readonly url: string; readonly days: number }

export const usage = `Fits the weights of the bot score to labelled verifications.

  refit.ts --database URL --export labelled.jsonl      take out evidence codes and labels, nothing else
  refit.ts --database URL|--input labelled.jsonl --out weights.json [--folds 5] [--spread 1]
                                                        fit, cross-validate, report, and write the weights if they are better
  refit.ts --database URL --compare [--days 7]          what the weights in SHADOW_WEIGHTS would have decided otherwise

  --spread   how far a weight is expected to be off from today's, in log-odds; less trusts today's weights more`

/** What the command line asks for. Throws a RefitFault that names what is wrong with it. */
export function parseTask(args: readonly string[]): Task | 'help' {
  const { database, input, out, export: exportTo, compare, help, ...numbers } = read(args)
  if (help === true) return 'help'
  if (compare === true || exportTo !== undefined) {
    if (database === undefined) throw new RefitFault('Say where the verifications are: --database URL')
    if (compare === true)
      return { name: 'compare', url: database, days: numberOf('days', numbers.days ?? '7', 1, 400, true) }
    return { name: 'export', url: database, out: exportTo ?? '' }
  }
  if ((database === undefined) === (input === undefined))
    throw new RefitFault(`Say where the labels are: either --database or --input.\n\n${usage}`)
  if (out === undefined) throw new RefitFault('Say where the weights go: --out weights.json')
  return {
    name: 'fit',
    source: database === undefined ? { kind: 'file', path: input ?? '' } : { kind: 'database', url: database },
    out,
    folds: numberOf('folds', numbers.folds ?? '5', 2, 20, true),
    spread: numberOf('spread', numbers.spread ?? '1', 0.01, 10, false),
  }
}

function read(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = {
    database: text,
    input: text,
    out: text,
    export: text,
    folds: text,
    spread: text,
    days: text,
    compare: flag,
    help: flag,
  }
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new RefitFault(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

function numberOf(name: string, text: string, least: number, most: number, isWhole: boolean): number {
  const value = Number(text)
  if (!(value >= least && value <= most) || (isWhole && !Number.isInteger(value)))
    throw new RefitFault(
      `--${name} is ${isWhole ? 'a whole number' : 'a number'} from ${least} to ${most}, not "${text}"`,
    )
  return value
}
