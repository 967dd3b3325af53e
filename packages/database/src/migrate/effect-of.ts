import { splitAt } from './split-statements.ts'

/** What a statement of a migration does to a table that has rows and is in use. */
export interface Effect {
  /** The statement, in one line. */
  readonly statement: string
  /** The table it locks, as written; null where it locks none that was there before. */
  readonly table: string | null
  readonly lock: Lock
  /**
   * `brief`: only the catalogue changes. `scan`: reads the whole table. `build`: reads it and writes an index. `rewrite`: writes every row
   * anew. `rows`: changes rows as a call would, possibly all. `unknown`: this program cannot tell.
   */
  readonly work: 'brief' | 'scan' | 'build' | 'rewrite' | 'rows' | 'unknown'
}

/** By what they keep others from: nothing, other changes of the schema, writing, or reading as well. */
export type Lock = 'none' | 'changes' | 'writes' | 'everything'

/** Whether calls of a running release would wait for it as long as the table is large. */
export function stalls({ lock, work }: Pick<Effect, 'lock' | 'work'>): boolean {
  if (work === 'unknown' || work === 'rows') return true
  return work !== 'brief' && (lock === 'writes' || lock === 'everything')
}

/** What each statement does; `alter table` has an effect for each of its actions. Tables that `statements` themselves make have no rows yet. */
export function effectsOf(statements: readonly string[]): Effect[] {
  const made = new Set(statements.flatMap((statement) => createdBy(statement) ?? []))
  const proven = provenColumns(statements)
  return statements.flatMap((statement) =>
    effectsOfStatement(statement).map((effect) => {
      if (effect.table !== null && made.has(bare(effect.table)))
        return { ...effect, lock: 'none', work: 'brief' } as const
      const column = setNotNull.exec(effect.statement)?.[1]
      return column !== undefined && proven.has(column) ? ({ ...effect, work: 'brief' } as const) : effect
    }),
  )
}

/** Columns that a checked constraint of these statements says are not null: PostgreSQL then need not look at the rows once more. */
function provenColumns(statements: readonly string[]): Set<string> {
  const text = statements.join(';\n')
  const validated = new Set([...text.matchAll(/validate constraint (\w+)/giu)].map(([, name]) => name))
  const checks = text.matchAll(/add constraint (\w+) check \((\w+) is not null\) not valid/giu)
  return new Set(
    [...checks].flatMap(([, name, column]) => (validated.has(name) && column !== undefined ? [column] : [])),
  )
}

const setNotNull = /alter (?:column )?(\w+) set not null/iu
const bare = (table: string): string => table.replace(/^.*\./u, '').replaceAll('"', '').toLowerCase()

function createdBy(statement: string): string | null {
  const name = /^create (?:unlogged )?table (?:if not exists )?([\w."]+)/iu.exec(statement)?.[1]
  return name === undefined ? null : bare(name)
}

/** The first rule that fits counts. Its first group, if any, is the table. */
const rules: readonly (readonly [RegExp, Lock, Effect['work']])[] = [
  [/^create (?:unique )?index concurrently (?:.*? )?on (?:only )?([\w."]+)/iu, 'changes', 'build'],
  [/^create (?:unique )?index (?:.*? )?on (?:only )?([\w."]+)/iu, 'writes', 'build'],
  [/^drop index concurrently/iu, 'changes', 'brief'],
  [/^drop index/iu, 'everything', 'brief'],
  [/^create (?:or replace )?(?:constraint )?trigger .*? on ([\w."]+)/iu, 'writes', 'brief'],
  [/^(?:create|drop|alter) policy .*? on ([\w."]+)/iu, 'everything', 'brief'],
  [/^drop trigger .*? on ([\w."]+)/iu, 'everything', 'brief'],
  [/^drop table (?:if exists )?([\w."]+)/iu, 'everything', 'brief'],
  [/^(?:create|drop|alter|comment|grant|revoke|set|select)\b(?! (?:table|materialized))/iu, 'none', 'brief'],
  [/^truncate (?:table )?(?:only )?([\w."]+)/iu, 'everything', 'brief'],
  [/^(?:vacuum full|cluster) ([\w."]+)/iu, 'everything', 'rewrite'],
  [/^(?:update|delete from) (?:only )?([\w."]+)/iu, 'changes', 'rows'],
  [/^insert into ([\w."]+) .*\bvalues\b/iu, 'changes', 'brief'],
  [/^insert into ([\w."]+)/iu, 'changes', 'rows'],
]

const actionRules: readonly (readonly [RegExp, Lock, Effect['work']])[] = [
  [/^(?:alter )(?:column )?\w+ (?:set data )?type\b/iu, 'everything', 'rewrite'],
  [/^alter (?:column )?\w+ set not null/iu, 'everything', 'scan'],
  [/^alter (?:column )?\w+ (?:set statistics|set \()/iu, 'changes', 'brief'],
  [
    /^alter (?:column )?\w+ (?:set default|drop default|drop not null|drop expression|set storage|set compression)/iu,
    'everything',
    'brief',
  ],
  [/^set (?:logged|unlogged|tablespace|access method)/iu, 'everything', 'rewrite'],
  [/^validate constraint/iu, 'changes', 'scan'],
  [/^add (?:constraint \w+ )?(?:primary key|unique|exclude)(?! using index)/iu, 'everything', 'build'],
  [/^add (?:constraint \w+ )?(?:primary key|unique) using index/iu, 'everything', 'brief'],
  [/^add (?:constraint \w+ )?foreign key .* not valid$/iu, 'writes', 'brief'],
  [/^add (?:constraint \w+ )?foreign key/iu, 'writes', 'scan'],
  [/^add (?:constraint \w+ )?check .* not valid$/iu, 'everything', 'brief'],
  [/^add (?:constraint \w+ )?check/iu, 'everything', 'scan'],
  [/^attach partition/iu, 'changes', 'scan'],
  [/^(?:drop|rename|enable|disable|detach|set \(|reset \(|owner to|replica identity)/iu, 'everything', 'brief'],
]

/** Values that differ from row to row, so that every row has to be written. */
const perRow =
  /\b(?:gen_random_uuid|uuidv[47]|random|clock_timestamp|timeofday|nextval) ?\(|\bgenerated (?:always|by default)\b|\b(?:big|small)?serial\b/iu

function effectsOfStatement(statement: string): Effect[] {
  if (createdBy(statement) !== null) return [{ statement, table: null, lock: 'none', work: 'brief' }]
  const alter = /^alter table (?:if exists )?(?:only )?([\w."]+) (.*)$/iu.exec(statement)
  if (alter)
    return splitAt(alter[2] ?? '', ',').map((action) => ({
      statement: `alter table ${alter[1]} ${action.trim()}`,
      table: alter[1] ?? '',
      ...effectOfAction(action.trim()),
    }))
  for (const [pattern, lock, work] of rules) {
    const found = pattern.exec(statement)
    if (found) return [{ statement, table: found[1] ?? null, lock, work }]
  }
  return [{ statement, table: null, lock: 'everything', work: 'unknown' }]
}

function effectOfAction(action: string): Pick<Effect, 'lock' | 'work'> {
  if (/^add (?:column )?(?!constraint\b|check\b|foreign\b|primary\b|unique\b|exclude\b)/iu.test(action)) {
    if (perRow.test(action)) return { lock: 'everything', work: 'rewrite' }
    if (/\b(?:primary key|unique)\b/iu.test(action)) return { lock: 'everything', work: 'build' }
    return { lock: 'everything', work: /\b(?:check|references)\b/iu.test(action) ? 'scan' : 'brief' }
  }
  const rule = actionRules.find(([pattern]) => pattern.test(action))
  return rule ? { lock: rule[1], work: rule[2] } : { lock: 'everything', work: 'unknown' }
}
