import type { Member } from '@bollard/contracts'
import { Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** Who a member is. People are circles. */
export function Person({ member, isMe }: { member: Pick<Member, 'givenName' | 'email'>; isMe: boolean }) {
  const { t } = useTranslation()
  const name = nameOf(member)
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken font-display text-sm font-bold text-ink-2"
      >
        {(Array.from((name ?? '').trim())[0] ?? '·').toLocaleUpperCase()}
      </span>
      <span className="grid min-w-0 gap-px">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-[560]">
          <span className="[overflow-wrap:anywhere]">{name ?? t(($) => $.settings.members.gone)}</span>
          {isMe ? <Pill>{t(($) => $.settings.members.you)}</Pill> : null}
        </span>
        {member.email === null || member.givenName === null ? null : (
          <span className="text-ink-2 [overflow-wrap:anywhere]">{member.email}</span>
        )}
      </span>
    </span>
  )
}

/** What a member is called; null once the account is gone. */
export function nameOf({ givenName, email }: Pick<Member, 'givenName' | 'email'>): string | null {
  return givenName ?? email
}
