import type { Database, Queries } from '@bollard/database'
import { grammarVersion, type KnownProgram, type Stage, type Tally } from '@bollard/engine-proof'
import { plainArray, textArray } from '../../records/store/array-literal.ts'

export interface StoredProgram extends KnownProgram {
  readonly retired: boolean
}

/** What one process has to write for the others. */
export interface ProgramChanges {
  /** By program: to how many networks it was shown. */
  readonly used: ReadonlyMap<number, number>
  readonly retired: readonly number[]
  readonly learned: readonly KnownProgram[]
  readonly tallies: readonly Tally[]
}

/** Programs of this grammar that changed since a moment of the database's clock, and that moment for the next call; with null all that are in use. */
export async function readPrograms(
  db: Database,
  since: string | null,
): Promise<{ readonly programs: StoredProgram[]; readonly at: string }> {
  const rows = await db.query('captcha-engine-programs', readStatement, [grammarVersion, since])
  const programs = rows.flatMap(({ program, answer, source, usesLeft, retired }) =>
    program === null ? [] : [{ program: Number(program), answer: Number(answer), source, usesLeft, retired }],
  )
  return { programs, at: rows[0]?.at ?? since ?? '' }
}

// A change can become visible some time after the moment that it carries, hence the overlap. One row comes in any case: it brings the time.
const readStatement = `
select clock_timestamp()::text as at, p.program::text as program, p.answer::text as answer, p.source as source,
       p.uses_left as "usesLeft", p.retired_at is not null as retired
from (select 1) as one left join captcha.engine_programs p on p.grammar = $1
  and case when $2::timestamptz is null then p.retired_at is null else p.changed_at > $2::timestamptz - interval '15 seconds' end`

/** Adds programs with their answers; existing ones stay as they are. Returns how many were new. */
export async function addPrograms(db: Queries, programs: readonly KnownProgram[]): Promise<number> {
  if (programs.length === 0) return 0
  const added = await db.query('captcha-engine-add', addStatement, [
    grammarVersion,
    plainArray(programs.map(({ program }) => program)),
    plainArray(programs.map(({ answer }) => answer)),
    textArray(programs.map(({ source }) => source)),
    plainArray(programs.map(({ usesLeft }) => usesLeft)),
  ])
  return added.length
}

const addStatement = `
insert into captcha.engine_programs (grammar, program, answer, source, uses_left)
select $1::smallint, * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::smallint[])
on conflict (grammar, program) do nothing returning 1`

/** Writes what one process saw, in one transaction. */
export async function writeChanges(db: Database, { used, retired, learned, tallies }: ProgramChanges): Promise<void> {
  await db.transaction(async (tx) => {
    // First, because a program can be learned, used up and retired between two calls.
    await addPrograms(tx, learned)
    if (used.size > 0)
      await tx.query('captcha-engine-use', useStatement, [
        grammarVersion,
        plainArray([...used.keys()]),
        plainArray([...used.values()]),
      ])
    if (retired.length > 0)
      await tx.query('captcha-engine-retire', retireStatement, [grammarVersion, plainArray(retired)])
    if (tallies.length > 0)
      await tx.query('captcha-engine-count', countStatement, [
        grammarVersion,
        textArray(tallies.map(({ cohort }) => cohort)),
        textArray(tallies.map(({ source }) => source)),
        plainArray(tallies.map(({ answers }) => answers)),
        plainArray(tallies.map(({ wrong }) => wrong)),
        plainArray(tallies.map(({ disputed }) => disputed)),
        plainArray(tallies.map(({ stage }) => stage)),
        plainArray(tallies.map(({ dropped }) => Number(dropped))),
      ])
  })
}

// Rows are locked in one order, so that two processes never wait for each other.
const useStatement = `
with used as (select * from unnest($2::bigint[], $3::int[]) as u (program, n)),
locked as (
  select p.program, used.n from captcha.engine_programs p join used using (program)
  where p.grammar = $1 order by p.program for update of p)
update captcha.engine_programs p
set uses_left = greatest(0, p.uses_left - locked.n), changed_at = clock_timestamp()
from locked where p.grammar = $1 and p.program = locked.program`

const retireStatement = `
with locked as (
  select program from captcha.engine_programs
  where grammar = $1 and program = any ($2::bigint[]) and retired_at is null order by program for update)
update captcha.engine_programs p set retired_at = clock_timestamp(), changed_at = clock_timestamp()
from locked where p.grammar = $1 and p.program = locked.program`

const countStatement = `
insert into captcha.engine_cohorts as c (grammar, cohort, source, answers, wrong, disputed, stage, dropped)
select $1::smallint, cohort, source, answers, wrong, disputed, stage, dropped <> 0
from unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::int[], $7::smallint[], $8::smallint[])
  as t (cohort, source, answers, wrong, disputed, stage, dropped)
order by cohort, source
on conflict (grammar, cohort, source) do update set
  answers = case when excluded.dropped then excluded.answers else c.answers + excluded.answers end,
  wrong = case when excluded.dropped then excluded.wrong else c.wrong + excluded.wrong end,
  disputed = case when excluded.dropped then excluded.disputed else c.disputed + excluded.disputed end,
  stage = case when excluded.dropped then excluded.stage else greatest(c.stage, excluded.stage) end,
  dropped = c.dropped or excluded.dropped`

/** All that is known of the cohorts of this grammar. */
export async function readTallies(db: Queries): Promise<Tally[]> {
  const rows = await db.query(
    'captcha-engine-tallies',
    `select cohort, source, answers::text, wrong::text, disputed::text, stage, dropped
     from captcha.engine_cohorts where grammar = $1 order by answers desc limit 512`,
    [grammarVersion],
  )
  return rows.map(({ answers, wrong, disputed, stage, ...row }) => ({
    ...row,
    answers: Number(answers),
    wrong: Number(wrong),
    disputed: Number(disputed),
    stage: stageOf(stage),
  }))
}

function stageOf(stored: number): Stage {
  return stored === 2 ? 2 : stored === 1 ? 1 : 0
}

/** Deletes programs of older grammars, and those retired so long ago that every process knows. */
export async function forgetRetired(db: Queries): Promise<void> {
  await db.query(
    'captcha-engine-forget',
    `delete from captcha.engine_programs where grammar < $1 or retired_at < clock_timestamp() - interval '1 day'`,
    [grammarVersion],
  )
}
