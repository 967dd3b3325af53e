/**
 * When a check that repeats is due. Due times of a service are fixed points of time, `offset + n × interval`, and do
 * not depend on when a check ran or how long it took: nothing drifts, and a worker that was away knows at once what is
 * due. The offset comes from a hash of the service's id, so that load is even however the services were created.
 */

/** The first due time after a moment. `intervalMs` is a whole number of milliseconds, at least 1. */
export function nextDue(serviceId: string, intervalMs: number, after: number): number {
  const offset = offsetOf(serviceId, intervalMs)
  return (Math.floor((after - offset) / intervalMs) + 1) * intervalMs + offset
}

/** Where in its interval a service is due: from 0 to `intervalMs` - 1. */
export function offsetOf(serviceId: string, intervalMs: number): number {
  return Math.floor((hashOf(serviceId) / 2 ** 32) * intervalMs)
}

/**
 * FNV-1a, then the finish of MurmurHash3 (A. Appleby), because the upper bits of FNV alone hardly depend on the last
 * characters.
 */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return (hash ^ (hash >>> 16)) >>> 0
}
