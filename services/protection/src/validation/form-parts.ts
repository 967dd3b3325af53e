import { hkdfSync } from 'node:crypto'
import { disposableBy, shippedLists } from '@bollard/validations'
import { createSecretBox, type SigningKeys } from '@bollard/webhooks'
import type { FormParts, ValidationPorts } from '../form-context.ts'
import { createSpamFilters } from '../spam-filter/spam-filters.ts'

interface Given {
  /** What seals messages: the first key seals, each opens. The last one hashes, so that a new key changes no hash. */
  readonly sealingKeys: SigningKeys
  readonly validation: ValidationPorts
  readonly onHeld: FormParts['onHeld']
  readonly randomBytes: (size: number) => Buffer
  readonly now: () => Date
}

/** What forms are judged with, once for a process. */
export function createFormParts({ sealingKeys, validation, onHeld, randomBytes, now }: Given): FormParts {
  const box = createSecretBox(sealingKeys, randomBytes)
  const oldest = sealingKeys.at(-1)
  if (oldest === undefined) throw new RangeError('at least one sealing key is needed')
  return {
    box,
    hashKey: Buffer.from(hkdfSync('sha256', oldest.secret, Buffer.alloc(0), 'bollard protection forms 1', 32)),
    disposable: disposableBy(shippedLists(), now),
    filters: createSpamFilters(box),
    validation,
    onHeld,
  }
}
