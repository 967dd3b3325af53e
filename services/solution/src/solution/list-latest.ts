import type { Actor } from '@bollard/access'
import { lifecycles, solutionTypes } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { SolutionContext } from '../solution-context.ts'
import { cursorOf, type Page, type PageQuery, toPage } from './list.ts'
import { asActor } from '../store/as-actor.ts'
import { solutionColumns } from '../store/solution-row.ts'

export interface LatestQuery extends PageQuery {
  /** See `readFilter`. */
  readonly filter?: string | undefined
}

/** So many of the newest are read before an index is asked: what many solutions have is found among them. */
const nearby = 1_000
/** So many solutions are found by one word that is no part of a label, such as a member. */
const knownMax = 1_000

/**
 * A page of everybody's solutions, newest first, for administrators of the deployment. It costs much the same among any number of
 * solutions: either the newest thousand fill the page, or few match, and indexes name those.
 */
export async function listLatestSolutions(
  context: Pick<SolutionContext, 'db' | 'billing' | 'identity' | 'captcha'>,
  actor: Actor,
  query: LatestQuery,
): Promise<Page> {
  const { words, type, lifecycle, locked } = readFilter(query.filter ?? '')
  const found = await Promise.all(words.map((word) => find(context, word)))
  const labels = words.map(wordsOfLabel)
  const from = [actor.userId, cursorOf(query), query.limit + 1] as const
  const rows = await asActor(
    context.db,
    actor,
    async (tx) => {
      if (words.length === 0 && type === null && lifecycle === null && locked === null)
        return tx.query('solution-latest', latestSql, [...from])
      const known: { id: string; word: number }[] = []
      for (const [index, one] of found.entries()) {
        const [low, high] = idsBeginningWith(words[index] ?? '')
        const ids = await tx.query('solution-ids-of-word', knownSql, [one.userId, low, high, one.solutionIds, knownMax])
        known.push(...ids.map(({ id }) => ({ id, word: index + 1 })))
      }
      const marks = [type, lifecycle, locked]
      const asked = [...from, ...marks, labels, known.map(({ id }) => id), known.map(({ word }) => word)]
      // Whom or what a word names is not many.
      const near = known.length > 0 ? [] : await tx.query('solution-latest-near', nearSql, [...asked, nearby])
      if (near.length > query.limit) return near
      const isIndexed = words.length > 0 || locked === true || (lifecycle !== null && lifecycle !== 'ACTIVE')
      if (!isIndexed) return tx.query('solution-latest-any', anySql, asked)
      // A word that no label can have matches none.
      const all = words.length === 0 || labels.includes('') ? '' : labels.join(' & ')
      return tx.query('solution-latest-far', farSql, [...asked, all])
    },
    { seesAll: true },
  )
  return toPage(context, actor, rows, query.limit)
}

/** The words of what was typed, each as the beginning of a word of a label: a `tsquery`, empty where there is none. */
function wordsOfLabel(typed: string): string {
  const words = typed.toLowerCase().split(/[\s!-/:-@[-`{-~]+/u)
  return words.flatMap((word) => (word === '' ? [] : [`'${word}':*`])).join(' & ')
}

/** The least and the greatest id that begin with what was typed; twice one that nothing has, where no id does. */
function idsBeginningWith(typed: string): [least: string, greatest: string] {
  const begin = typed.toLowerCase()
  const filled = (digit: string) =>
    `${begin}${`${digit.repeat(8)}-${`${digit.repeat(4)}-`.repeat(3)}${digit.repeat(12)}`.slice(begin.length)}`
  return isUuid(filled('0')) ? [filled('0'), filled('f')] : [noId, noId]
}
const noId = '00000000-0000-0000-0000-000000000000'
const isUuid = (text: string): boolean => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/u.test(text)

/** Whom a word names as a member, by id or e-mail address, and which solutions by a site key or domain. Asked before the transaction begins. */
async function find(
  { identity, captcha }: Pick<SolutionContext, 'identity' | 'captcha'>,
  word: string,
): Promise<{ readonly userId: string; readonly solutionIds: readonly string[] }> {
  if (!word.includes('@')) return { userId: word, solutionIds: await captcha.findSolutionsOf(word) }
  return { userId: (await identity.findPersonByEmail(word))?.userId ?? word, solutionIds: [] }
}

interface Filter {
  /** Each must begin a word of the label, or be the beginning of the id, the id or e-mail address of a member, a site key or a domain. */
  readonly words: readonly string[]
  readonly type: string | null
  readonly lifecycle: string | null
  readonly locked: boolean | null
}

/** Reads words and `type:`, `lifecycle:` and `locked:` out of what was typed. Throws `invalid-parameter` for a value that there is not. */
function readFilter(filter: string): Filter {
  const words: string[] = []
  const named = new Map<string, string>()
  for (const word of filter.split(/\s+/u).filter(Boolean)) {
    const [, name, value] = /^(type|lifecycle|locked):(.*)$/u.exec(word) ?? []
    if (name === undefined || value === undefined) words.push(word)
    else named.set(name, value)
  }
  const locked = oneOf(['true', 'false'], named.get('locked'))
  return {
    words,
    type: oneOf(solutionTypes, named.get('type')),
    lifecycle: oneOf(lifecycles, named.get('lifecycle')),
    locked: locked === null ? null : locked === 'true',
  }
}

function oneOf(values: readonly string[], value: string | undefined): string | null {
  if (value === undefined) return null
  if (values.includes(value)) return value
  throw new ProblemError('invalid-parameter', undefined, { errors: [{ pointer: '/filter', code: 'invalid-value' }] })
}

const page = `select ${solutionColumns}, coalesce(mine.role, 'VIEWER') as "myRole"`
const ofActor = 'left join solution.members mine on mine.solution_id = s.id and mine.user_id = $1'
const newest = 'order by s.id desc limit $3'
const latestSql = `${page} from solution.solutions s ${ofActor} where ($2::uuid is null or s.id < $2) ${newest}`
const knownSql = `select m.solution_id as id from solution.members m where m.user_id = $1
  union select s.id from solution.solutions s where s.id between $2 and $3
  union select s.id from solution.solutions s where s.id = any($4::uuid[])
  order by id desc limit $5`
const matches = `($4::text is null or s.type = $4) and ($5::text is null or s.lifecycle = $5)
    and ($6::boolean is null or $6 = exists (select from solution.locks l where l.solution_id = s.id and l.unlocked_at is null))
    and not exists (
      select from unnest($7::text[]) with ordinality as wanted(label, word)
      where not (solution.label_words(s.label) @@ wanted.label::tsquery
        or exists (select from unnest($8::uuid[], $9::int[]) as known(id, word) where known.id = s.id and known.word = wanted.word)))`
const anySql = `${page} from solution.solutions s ${ofActor} where ($2::uuid is null or s.id < $2) and ${matches} ${newest}`
const nearSql = `${page} from (select * from solution.solutions where $2::uuid is null or id < $2 order by id desc limit $10) s ${ofActor}
  where ${matches} ${newest}`
// An array, so that each candidate is looked up: joined, they would be met on a walk through all solutions.
const farSql = `with candidates as materialized (
    select id from solution.solutions_by_label($10::tsquery, $2, $4, $5, $6, $3) as id where $10 <> ''
    union select known.id from unnest($8::uuid[]) as known(id)
    union select l.solution_id from solution.locks l where $6 and cardinality($7::text[]) = 0 and l.unlocked_at is null
    union select s.id from solution.solutions s
      where cardinality($7::text[]) = 0 and $6 is distinct from true and s.lifecycle <> 'ACTIVE' and s.lifecycle = $5)
  ${page} from solution.solutions s ${ofActor}
  where s.id = any(array(select id from candidates)) and ($2::uuid is null or s.id < $2) and ${matches} ${newest}`
