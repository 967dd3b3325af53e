import { useAuditKey, vouchForEnds } from '@bollard/audit'
import type { Database } from '@bollard/database'
import { signingKeys } from '../../api/signing-keys.ts'
import type { Secrets } from '../../supervise/keep-secrets.ts'
import { encryptionKeysOf, otherKeysOf, sessionSecretsOf } from '../../supervise/key-ring.ts'
import type { Which } from './plan-rotation.ts'

/**
 * Brings what the database holds under the new secret: secrets of webhooks and of monitoring, messages of visitors, accounts for payouts and the ends of the audit
 * logs, or the secrets of authenticator apps. In batches beside calls; a run that was killed is repeated. Answers lines for the person who
 * asked, and whether something is left that no secret opens.
 */
export async function finishRotation(
  db: Database,
  which: Which,
  secrets: Secrets,
  now: Date,
): Promise<{ lines: string[]; isWhole: boolean }> {
  if (which === 'signing') {
    const [{ resealWebhooks }, { resealServices }, { resealForms }] = await Promise.all([
      import('@bollard/captcha-service'),
      import('@bollard/monitoring-service'),
      import('@bollard/protection-service'),
    ])
    const keys = signingKeys(secrets.captchaSigningKeys)
    const [webhooks, services] = [await resealWebhooks(db, keys), await resealServices(db, keys)]
    const forms = await resealForms(db, keys)
    return {
      lines: [
        `Sealed ${webhooks.resealed} secrets of webhooks and ${services.resealed} of monitoring anew.`,
        `Sealed ${forms.resealed} parts of messages and spam filters anew.`,
        ...told(webhooks.lost, 'secrets of webhooks are', 'signing key'),
        ...told(services.lost, 'secrets of monitoring are', 'signing key'),
        ...told(forms.lost, 'parts of messages and spam filters are', 'signing key'),
      ],
      isWhole: webhooks.lost === 0 && services.lost === 0 && forms.lost === 0,
    }
  }
  if (which === 'session') {
    const { resealTotpSecrets } = await import('@bollard/identity-service')
    const { resealed, lost } = await resealTotpSecrets(db, sessionSecretsOf(secrets))
    return {
      lines: [`Sealed ${resealed} authenticator apps anew.`, ...told(lost, 'authenticator apps are', 'session secret')],
      isWhole: lost === 0,
    }
  }
  const { resealAccounts } = await import('@bollard/solution-service')
  useAuditKey(secrets.encryptionKey, otherKeysOf(secrets))
  const accounts = await resealAccounts(db, encryptionKeysOf(secrets))
  const { vouched, refused } = await vouchForEnds(db, now)
  return {
    lines: [
      `Sealed ${accounts.resealed} bank accounts anew, and vouched for the audit logs of ${vouched} scopes.`,
      ...told(accounts.lost, 'bank accounts are', 'encryption key'),
      ...told(refused, 'audit logs end with an entry that is', 'encryption key'),
    ],
    isWhole: accounts.lost === 0 && refused === 0,
  }
}

/** The same for what lies in the database of a further cell: secrets of webhooks, and the ends of the audit logs of captchas. */
export async function finishInCell(
  db: Database,
  which: Which,
  secrets: Secrets,
  now: Date,
): Promise<{ lines: string[]; isWhole: boolean }> {
  if (which === 'session') return { lines: [], isWhole: true }
  if (which === 'signing') {
    const { resealWebhooks } = await import('@bollard/captcha-service')
    const { resealed, lost } = await resealWebhooks(db, signingKeys(secrets.captchaSigningKeys))
    return {
      lines: [`Sealed ${resealed} secrets of webhooks anew.`, ...told(lost, 'secrets of webhooks are', 'signing key')],
      isWhole: lost === 0,
    }
  }
  useAuditKey(secrets.encryptionKey, otherKeysOf(secrets))
  const { vouched, refused } = await vouchForEnds(db, now)
  return {
    lines: [
      `Vouched for the audit logs of ${vouched} scopes.`,
      ...told(refused, 'audit logs end with an entry that is', 'encryption key'),
    ],
    isWhole: refused === 0,
  }
}

function told(count: number, what: string, key: string): string[] {
  return count === 0 ? [] : [`${count} ${what} under no ${key} that is known here. They stay as they are.`]
}
