import { channelPresetFields, type ChannelTarget, type PresetField } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { addressFault, signWebhook } from '@bollard/webhooks'
import type { ChannelPorts } from '../channel-ports.ts'
import { assertTemplate, placeNames } from './request-template.ts'

/**
 * Refuses a target that could never be told anything, with the field: addresses that are private or not `https`, templates that cannot be
 * filled. Secrets are looked at as they were given. Throws `validation-failed`.
 */
export function assertChannel({ allowPrivate }: Pick<ChannelPorts, 'allowPrivate'>, target: ChannelTarget): void {
  const refuse = (field: string, code: string): never => {
    throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: `/target/${field}`, code }] })
  }
  const requireAddress = (field: string, url: string | null): void => {
    const fault = url === null ? null : addressFault(url, { allowPrivate })
    if (fault !== null) refuse(field, fault)
  }
  switch (target.kind) {
    case 'WEBHOOK':
      requireAddress('url', target.url)
      if (target.secret !== null && !isSigningSecret(target.secret)) refuse('secret', 'invalid-format')
      break
    case 'SLACK':
    case 'TEAMS':
      requireAddress('url', target.url)
      break
    case 'PRESET': {
      const fields: readonly PresetField[] = channelPresetFields[target.preset]
      for (const { name, kind, secret } of fields) {
        const group = secret ? 'secrets' : 'fields'
        if (kind === 'ADDRESS') requireAddress(`${group}/${name}`, target[group][name] ?? null)
      }
      break
    }
    case 'REQUEST': {
      const names = Object.keys(target.secrets)
      const taken = names.find((name) => (placeNames as readonly string[]).includes(name))
      if (taken !== undefined) refuse(`secrets/${taken}`, 'reserved')
      assertTemplate(target.request, names, '/target/request', allowPrivate)
      if (target.resolvedRequest !== null)
        assertTemplate(target.resolvedRequest, names, '/target/resolvedRequest', allowPrivate)
      break
    }
    default:
  }
}

function isSigningSecret(secret: string): boolean {
  try {
    signWebhook({ id: 'probe', timestamp: 0, body: '' }, [secret])
    return true
  } catch {
    return false
  }
}
