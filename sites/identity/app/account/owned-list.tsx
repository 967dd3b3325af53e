import { useSite } from '@bollard/site-kit'
import { Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

interface Owned {
  kind: 'SOLUTION' | 'ORGANIZATION'
  id: string
  name: string
}

/** Solutions and organizations by name, with a way to where their members or their bills are changed. */
export function OwnedList({ items, linked }: { items: readonly Owned[]; linked?: 'members' | 'billing' }) {
  const { t } = useTranslation()
  const { urls, language } = useSite()
  const addressOf = ({ kind, id }: Owned) =>
    kind === 'SOLUTION'
      ? `${urls.dashboard}/${language}/solutions/${id}/settings/${linked}`
      : `${urls.dashboard}/${language}/organizations/${id}/settings/members`
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {items.map((item) => (
        <li key={item.id} className="flex flex-wrap items-center gap-x-3 px-4 py-2">
          <span className="me-auto grid py-1">
            <span className="font-[560] break-words">{item.name}</span>
            <span className="text-xs text-ink-3">{t(($) => $.delete.kinds[item.kind])}</span>
          </span>
          {linked !== undefined ? (
            <a href={addressOf(item)} className="text-link inline-flex min-h-11 items-center gap-1.5 text-sm">
              {linked === 'billing' ? t(($) => $.delete.toBilling) : t(($) => $.delete.toMembers)}
              <span className="sr-only">: {item.name}</span>
              <Icon name="arrow-right" />
            </a>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
