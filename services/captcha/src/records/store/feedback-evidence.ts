import type { Queries } from '@bollard/database'

/**
 * Keeps of the labelled verifications of a time, `from` included, `to` not, what the weights of the score are fitted to; to
 * be called in the transaction that drops them from the log.
 *
 * Data protection: the log ends after its retention, and so does everything in it that could lead back to somebody: id, time,
 * site, page, network, browser. What stays is a count: how often this set of evidence codes came with this label. A code says
 * how a browser behaved ("typed evenly"), is shared by many, and holds no raw value; without id, time, site and network nobody
 * can find a visitor, or a customer, by it. Weights of the codes are not kept, nor the comment, nor who labelled.
 */
export async function keepLabelledEvidence(tx: Queries, range: { from: Date; to: Date }): Promise<void> {
  await tx.query('captcha-labelled-evidence', `${select} v.outcome < 3 ${count}`, [range.from, range.to])
}

/** The same for some verifications of a site that leave the log earlier, issued from `from` to `to`, both included. */
export async function keepLabelledEvidenceOf(
  tx: Queries,
  leaving: { siteId: number; ids: readonly string[]; from: Date; to: Date },
): Promise<void> {
  const next = new Date(leaving.to.getTime() + 1)
  const own = 'v.outcome < 3 and f.site_id = $3 and v.site_id = $3 and f.verification_id = any($4::uuid[])'
  await tx.query('captcha-labelled-evidence-of', `${select} ${own} ${count}`, [
    leaving.from,
    next,
    leaving.siteId,
    leaving.ids,
  ])
}

const select = `
insert into captcha.labelled_evidence as kept (codes, label, n)
select codes, label, count(*) from (
  select f.label, coalesce((select string_agg(word, ' ' order by word collate "C")
    from unnest(string_to_array(v.reasons, ' ')) with ordinality as u(word, ord) where ord % 2 = 1 and word <> ''), '') as codes
  from captcha.feedback f join captcha.verifications v on v.id = f.verification_id and v.issued_at = f.issued_at
  where f.issued_at >= $1 and f.issued_at < $2 and v.issued_at >= $1 and v.issued_at < $2 and`

const count = `
) labelled group by codes, label order by codes, label
on conflict (codes, label) do update set n = kept.n + excluded.n`
