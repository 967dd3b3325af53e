import { randomBytes } from 'node:crypto'
import type { Queries } from '@bollard/database'
import { createSecretBox, resealedAtOnce, resealSecrets, type SigningKeys } from '@bollard/webhooks'
import { excerptOwner } from './review/sealed-message.ts'

/** Seals messages and complaints of visitors and the keys of spam filters with the current key. Runs as the owner of the tables. `lost`: what no key opens. */
export async function resealForms(db: Queries, signingKeys: SigningKeys): Promise<{ resealed: number; lost: number }> {
  return resealSecrets(createSecretBox(signingKeys, randomBytes), [
    {
      list: async (keyId, after) =>
        db.query('protection-excerpts-sealed-before', excerptsSql, [keyId, after, resealedAtOnce]),
      replace: (id, { bytes, keyId }, before) =>
        db.query('protection-excerpt-seal', excerptSql, [id, bytes, keyId, before]),
      sealedFor: excerptOwner,
    },
    {
      list: async (keyId, after) =>
        db.query('protection-reviews-sealed-before', reviewsSql, [keyId, after, resealedAtOnce]),
      replace: (id, { bytes, keyId }, before) =>
        db.query('protection-review-seal', reviewSql, [id, bytes, keyId, before]),
    },
    {
      list: async (keyId, after) =>
        db.query('protection-blocked-sealed-before', blockedSql, [keyId, after, resealedAtOnce]),
      replace: (id, { bytes, keyId }, before) =>
        db.query('protection-blocked-reseal', blockedSealSql, [id, bytes, keyId, before]),
    },
    {
      list: async (keyId, after) =>
        db.query('protection-filters-sealed-before', filtersSql, [keyId, after, resealedAtOnce]),
      replace: (id, { bytes, keyId }, before) =>
        db.query('protection-filter-seal', filterSql, [id, bytes, keyId, before]),
    },
  ])
}

const excerptsSql = `select id as owner, excerpt as bytes, excerpt_key_id as "keyId" from protection.reviews
  where excerpt_key_id <> $1 and id > $2 order by id limit $3`
const excerptSql = 'update protection.reviews set excerpt = $2, excerpt_key_id = $3 where id = $1 and excerpt = $4'
const reviewsSql = `select id as owner, sealed as bytes, key_id as "keyId" from protection.reviews
  where key_id <> $1 and id > $2 order by id limit $3`
const reviewSql = 'update protection.reviews set sealed = $2, key_id = $3 where id = $1 and sealed = $4'
const blockedSql = `select id as owner, coalesce(sealed, '') as bytes, key_id as "keyId" from protection.blocked_reports
  where key_id <> $1 and id > $2 order by id limit $3`
const blockedSealSql = 'update protection.blocked_reports set sealed = $2, key_id = $3 where id = $1 and sealed = $4'
const filtersSql = `select solution_id as owner, sealed_key as bytes, key_id as "keyId" from protection.spam_filters
  where key_id <> $1 and solution_id > $2 order by solution_id limit $3`
const filterSql =
  'update protection.spam_filters set sealed_key = $2, key_id = $3 where solution_id = $1 and sealed_key = $4'
