import type { Queries } from '@bollard/database'

/** What a visitor on one side of a change met, as the change guard counts it. */
export interface Seen {
  readonly limiterId: string
  readonly solutionId: string
  readonly round: number
  readonly changed: boolean
  /** 16 bytes that name the visitor for as long as the change is tried. */
  readonly visitor: Buffer
}

/** What became of a visitor's request by an edit that only runs dry, or by what it is to replace. */
export interface SeenTrial extends Seen {
  readonly refused: boolean
  readonly denied: boolean
}

/** The visitor as the table of the change guard names them. */
export function keyOf({ limiterId, solutionId, round, changed, visitor }: Seen): object {
  return { limiterId, solutionId, round, changed, visitor: visitor.toString('hex') }
}

/** Adds to what the change guard compares. `seen` is JSON: the fields of `keyOf`, and numbers; in an order that is the same in all processes. */
export async function addSeen(tx: Queries, seen: string): Promise<void> {
  await tx.query('protection-count-guarded', guardedSql, [seen])
}

const guardedSql = `insert into protection.guarded_visitors as g (limiter_id, round, visitor, solution_id, changed, refused, denied, answers, errors)
  select n."limiterId", n.round, decode(n.visitor, 'hex'), n."solutionId", n.changed, n.refused > 0, n.denied > 0, n.answers, n.errors
    from jsonb_to_recordset($1::jsonb) as n ("limiterId" uuid, round int, visitor text, "solutionId" uuid, changed boolean, refused int, denied int,
      answers int, errors int)
    where exists (select from protection.limiters l where l.id = n."limiterId" and l.round = n.round and l.stage in ('DRY_RUN', 'SHARE'))
  on conflict (limiter_id, round, visitor) do update set refused = g.refused or excluded.refused, denied = g.denied or excluded.denied,
    answers = g.answers + excluded.answers, errors = g.errors + excluded.errors`
