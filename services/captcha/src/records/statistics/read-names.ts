import type { Queries } from '@bollard/database'

export interface Names {
  readonly actions: ReadonlyMap<string, string>
  readonly environments: ReadonlyMap<string, NamedId>
  readonly rules: ReadonlyMap<string, NamedId>
  readonly bypassKeys: ReadonlyMap<string, NamedId>
}
export interface NamedId {
  readonly id: string
  readonly name: string
}

/** What the numbers in roll-ups stand for, by the number as text; what is gone for good is missing. */
export async function readNames(
  db: Queries,
  siteId: number,
  numbers: {
    readonly actions: readonly number[]
    readonly environments: readonly number[]
    readonly rules: readonly number[]
    readonly bypassKeys: readonly number[]
  },
): Promise<Names> {
  const rows = await db.query<{ kind: keyof Names; number: string; id: string; name: string }>(
    'captcha-statistics-names',
    `select 'actions' as kind, number::text, '' as id, name from captcha.actions where site_id = $1 and number = any($2::int[])
     union all select 'environments', id::text, public_id::text, name from captcha.environments where site_id = $1 and id = any($3::int[])
     union all select 'rules', number::text, id::text, name from captcha.rules where site_id = $1 and number = any($4::int[])
     union all select 'bypassKeys', number::text, id::text, name from captcha.bypass_keys where site_id = $1 and number = any($5::int[])`,
    [siteId, numbers.actions, numbers.environments, numbers.rules, numbers.bypassKeys],
  )
  const of = (kind: keyof Names) => rows.filter((row) => row.kind === kind)
  const named = (kind: keyof Names) => new Map(of(kind).map(({ number, id, name }) => [number, { id, name }]))
  return {
    actions: new Map(of('actions').map(({ number, name }) => [number, name])),
    environments: named('environments'),
    rules: named('rules'),
    bypassKeys: named('bypassKeys'),
  }
}
