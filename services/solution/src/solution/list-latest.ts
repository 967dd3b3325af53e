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

/** A page of everybody's solutions, newest first, for administrators of the deployment. */
export async function listLatestSolutions(
  context: Pick<SolutionContext, 'db' | 'billing' | 'identity' | 'captcha'>,
  actor: Actor,
  query: LatestQuery,
): Promise<Page> {
  const { words, type, lifecycle, locked } = readFilter(query.filter ?? '')
  const found = await Promise.all(words.map((word) => find(context, word)))
  const members = found.map(({ userId }) => userId)
  const solutions = found.map(({ solutionIds }) => solutionIds.join(','))
  const patterns = words.map(escapeLike)
  const marks = [type, lifecycle, locked]
  const values = [actor.userId, cursorOf(query), patterns, members, ...marks, query.limit + 1, solutions]
  const rows = await asActor(context.db, actor, (tx) => tx.query('solution-latest', latestSql, values), {
    seesAll: true,
  })
  return toPage(context, actor, rows, query.limit)
}

/** Whom a word names as a member, by id or e-mail address, and which solutions by a site key or domain. Asked before the transaction begins. */
async function find(
  { identity, captcha }: Pick<SolutionContext, 'identity' | 'captcha'>,
  word: string,
): Promise<{ readonly userId: string; readonly solutionIds: readonly string[] }> {
  if (!word.includes('@')) return { userId: word, solutionIds: await captcha.findSolutionsOf(word) }
  return { userId: (await identity.findPersonByEmail(word))?.userId ?? word, solutionIds: [] }
}

interface Filter {
  /** Each must be part of a label, the start of an id, the id or e-mail address of a member, a site key or a domain. */
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

function escapeLike(word: string): string {
  return word.replaceAll(/[\\%_]/gu, '\\$&')
}

const latestSql = `select ${solutionColumns}, coalesce(mine.role, 'VIEWER') as "myRole"
  from solution.solutions s left join solution.members mine on mine.solution_id = s.id and mine.user_id = $1
  where ($2::uuid is null or s.id < $2) and ($5::text is null or s.type = $5) and ($6::text is null or s.lifecycle = $6)
    and ($7::boolean is null or $7 = exists (select from solution.locks l where l.solution_id = s.id and l.unlocked_at is null))
    and not exists (
      select from unnest($3::text[], $4::text[], $9::text[]) as wanted(pattern, member, solutions)
      where not (s.label ilike '%' || pattern || '%' or s.id::text like lower(pattern) || '%' or s.id::text = any(string_to_array(solutions, ','))
        or exists (select from solution.members m where m.solution_id = s.id and m.user_id = member)))
  order by s.id desc limit $8`
