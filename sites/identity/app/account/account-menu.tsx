import { classNames, Icon, type IconName } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { NavLink, useParams } from 'react-router'
import { accountSections } from './sections.ts'

/** The pages of the account, one below the other. */
export function AccountMenu() {
  const { t } = useTranslation()
  const { language } = useParams()
  return (
    <nav aria-label={t(($) => $.account.menu)} className="grid gap-0.5">
      <Item to={`/${language}/account`} icon="dashboard" end>
        {t(($) => $.account.overview)}
      </Item>
      {accountSections.map(({ key, path, icon }) => (
        <Item key={key} to={`/${language}/account/${path}`} icon={icon}>
          {t(($) => $.account.sections[key])}
        </Item>
      ))}
    </nav>
  )
}

function Item({ to, icon, end = false, children }: { to: string; icon: IconName; end?: boolean; children: string }) {
  return (
    <NavLink
      to={to}
      end={end}
      className={({ isActive }) =>
        classNames(
          'flex min-h-10 items-center gap-2.5 rounded-dense px-3 text-sm touch:min-h-11',
          isActive ? 'bg-sunken font-[560] text-ink' : 'text-ink-2 hover:bg-sunken hover:text-ink',
        )
      }
    >
      <Icon name={icon} />
      {children}
    </NavLink>
  )
}
