import { randomBytes } from 'node:crypto'
import type { Queries } from '@bollard/database'
import { createSecretBox, resealedAtOnce, resealSecrets, type SigningKeys } from '@bollard/webhooks'
import { contextOf } from './subscriber/destination.ts'

/**
 * Seals the secrets of services, channels and subscribers and the addresses of heartbeats with the current key. Runs as the owner of the
 * tables. `lost`: what no key opens.
 */
export async function resealServices(
  db: Queries,
  signingKeys: SigningKeys,
): Promise<{ resealed: number; lost: number }> {
  return resealSecrets(createSecretBox(signingKeys, randomBytes), [
    {
      list: async (keyId, after) =>
        db.query('monitoring-services-sealed-before', servicesSql, [keyId, after, resealedAtOnce]),
      replace: (id, { bytes, keyId }, before) =>
        db.query('monitoring-service-seal', serviceSql, [id, bytes, keyId, before]),
    },
    {
      list: async (keyId, after) =>
        db.query('monitoring-heartbeats-sealed-before', heartbeatsSql, [keyId, after, resealedAtOnce]),
      replace: (id, { bytes, keyId }, before) =>
        db.query('monitoring-heartbeat-seal', heartbeatSql, [id, bytes, keyId, before]),
    },
    {
      list: async (keyId, after) =>
        db.query('monitoring-channels-sealed-before', channelsSql, [keyId, after, resealedAtOnce]),
      replace: (id, { bytes, keyId }, before) =>
        db.query('monitoring-channel-seal', channelSql, [id, bytes, keyId, before]),
    },
    {
      list: async (keyId, after) =>
        db.query('monitoring-subscribers-sealed-before', subscribersSql, [keyId, after, resealedAtOnce]),
      replace: (id, { bytes, keyId }, before) =>
        db.query('monitoring-subscriber-seal', subscriberSql, [id, bytes, keyId, before]),
      sealedFor: contextOf,
    },
  ])
}

const servicesSql = `select id as owner, secret as bytes, secret_key_id as "keyId" from monitoring.services
  where secret_key_id <> $1 and secret is not null and id > $2 order by id limit $3`
const serviceSql = 'update monitoring.services set secret = $2, secret_key_id = $3 where id = $1 and secret = $4'
const heartbeatsSql = `select service_id as owner, sealed as bytes, key_id as "keyId" from monitoring.heartbeats
  where key_id <> $1 and service_id > $2 order by service_id limit $3`
const heartbeatSql = 'update monitoring.heartbeats set sealed = $2, key_id = $3 where service_id = $1 and sealed = $4'
const channelsSql = `select id as owner, secret as bytes, secret_key_id as "keyId" from monitoring.channels
  where secret_key_id <> $1 and secret is not null and id > $2 order by id limit $3`
const channelSql = 'update monitoring.channels set secret = $2, secret_key_id = $3 where id = $1 and secret = $4'
const subscribersSql = `select id as owner, sealed as bytes, key_id as "keyId" from monitoring.subscribers
  where key_id <> $1 and id > $2 order by id limit $3`
const subscriberSql = 'update monitoring.subscribers set sealed = $2, key_id = $3 where id = $1 and sealed = $4'
