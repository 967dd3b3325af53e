import type { Facts } from '@bollard/visitor-rules'
import { twoLetters } from '../../records/store/verification-id.ts'
import type { Caller, EdgeRequest } from '../request/edge-request.ts'
import { headerText } from '../request/header-text.ts'
import type { KnownOrigin } from '../request/known-origins.ts'

/** What rules look at of a request: `path`, `action` and `language` are what the page says of itself. */
export function ruleFacts(
  { headers, body }: EdgeRequest<{ readonly path?: string; readonly language?: string; readonly action?: string }>,
  { caller, origin }: { readonly caller: Caller; readonly origin: KnownOrigin },
): Facts {
  const { address, facts } = caller
  return {
    address,
    country: facts.country,
    asn: facts.asn,
    networkKind: facts.kind,
    userAgent: headerText(headers['user-agent']),
    language: twoLetters(body.language) ?? twoLetters(headerText(headers['accept-language'])),
    hostname: origin.host,
    path: body.path ?? null,
    action: body.action ?? null,
  }
}
