import { findBypassKey } from '../bypass-keys/load-bypass-keys.ts'
import { passAtOnce } from './decide-at-once.ts'
import type { Admitted } from './admitted.ts'
import type { EdgeAnswer, EdgePorts } from './edge-context.ts'
import type { EdgeRequest, StartBody } from '../request/edge-request.ts'
import { headerText } from '../request/header-text.ts'

/** The bypass key that a visitor brings along, in the body or in a header that a test tool can set. */
export function bypassKeyOf({ body, headers }: EdgeRequest<StartBody>): string | undefined {
  const secret = body.bypassKey ?? headerText(headers['bollard-bypass-key'])
  return secret === '' ? undefined : secret
}

/** Lets the holder of a bypass key pass at once; null when the key is good for nothing here: then the visitor is checked like any other. */
export async function admitWithBypassKey(
  ports: EdgePorts,
  request: EdgeRequest<StartBody>,
  admitted: Admitted,
  secret: string,
): Promise<EdgeAnswer | null> {
  const { environment, origin, caller, at } = admitted
  const { site } = environment
  const found = findBypassKey(site.bypassKeys, secret, {
    environmentId: environment.id,
    host: origin.host,
    address: caller.address,
    now: at,
  })
  const used =
    found.status === 'found' ? await ports.useBypassKey({ siteId: site.id, key: found.key, now: at }) : 'refused'
  if (found.status !== 'found' || used !== 'used') {
    ports.counter.count(site.id, environment.id, 'bypassRefused')
    return null
  }
  return passAtOnce(ports, request, admitted, { decision: 'BYPASS_KEY', bypassKey: found.key.number })
}
