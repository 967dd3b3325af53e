import type { Queries } from '@bollard/database'

/** Texts and boxes of a solution that are remembered at once; of more the oldest are forgotten. */
const seenMax = 100_000
/** A message of 60 words has seven passages, and the longest 1,024. */
const passagesMax = 1_000_000

/** Deletes what is too old of forms: messages after the days that their form keeps them, and what tells that something came before. */
export async function sweepForms(db: Queries, at: Date): Promise<void> {
  await db.query('protection-reviews-sweep', 'delete from protection.reviews where kept_until <= $1', [at])
  await db.query('protection-texts-sweep', 'delete from protection.seen_texts where kept_until <= $1', [at])
  await db.query('protection-passages-sweep', 'delete from protection.seen_passages where kept_until <= $1', [at])
  await db.query('protection-boxes-sweep', boxesSql, [at])
  await db.query('protection-form-days-sweep', formDaysSql, [at])
  await db.query('protection-filter-days-sweep', filterDaysSql, [at])
  await db.query('protection-texts-bound', textsBoundSql, [seenMax])
  await db.query('protection-passages-bound', passagesBoundSql, [passagesMax])
  await db.query('protection-boxes-bound', boxesBoundSql, [seenMax])
}

const boxesSql = `delete from protection.seen_boxes where at <= $1::timestamptz - interval '30 days'`
const formDaysSql = `delete from protection.form_days where day < $1::timestamptz - interval '90 days'`
const filterDaysSql = `delete from protection.filter_days where day < $1::timestamptz - interval '100 days'`
const textsBoundSql = `delete from protection.seen_texts where id in (select id from (
  select id, row_number() over (partition by solution_id order by at desc) as place from protection.seen_texts) placed where place > $1)`
const passagesBoundSql = `delete from protection.seen_passages where (solution_id, passage, author) in (select solution_id, passage, author from (
  select solution_id, passage, author, row_number() over (partition by solution_id order by kept_until desc) as place from protection.seen_passages
  where solution_id in (select solution_id from protection.seen_passages group by solution_id having count(*) > $1)) placed where place > $1)`
const boxesBoundSql = `delete from protection.seen_boxes where (solution_id, box) in (select solution_id, box from (
  select solution_id, box, row_number() over (partition by solution_id order by at desc) as place from protection.seen_boxes) placed
  where place > $1)`
