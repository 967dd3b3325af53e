import { Alert, classNames } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { NeedsRole } from '../../frame/needs-role.tsx'
import { type Crumb, Page, PageTitle } from '../../frame/page.tsx'
import { ScrollNav } from '../../frame/scroll-nav.tsx'
import { hasEnded, isReadOnly } from '../../frame/is-read-only.ts'
import { useSolution } from '../../solution/use-solution.ts'
import type { SettingsAnswer } from '../../sections/save-section.server.ts'
import type { Values } from '../../sections/setting-values.ts'
import { Sections } from '../../sections/sections.tsx'

export const settingsTabs = ['protection', 'environments', 'rules', 'widget', 'results', 'log'] as const
export type SettingsTab = (typeof settingsTabs)[number]

interface CaptchaSettingsPageProps {
  tab: SettingsTab
  /** Of a page below the tab; without one, the tab is the page. */
  title?: string
  /** Names of those who may change the settings. */
  admins: readonly string[]
  answer?: SettingsAnswer | undefined
  /** What somebody had typed before they had to sign in again. */
  held?: { section: string; typed: Values } | null
  children: ReactNode
}

/** One page of the settings of a captcha, with the others as tabs. See `SettingsSection` for how settings are changed. */
export function CaptchaSettingsPage({ tab, title, admins, answer, held = null, children }: CaptchaSettingsPageProps) {
  const { t } = useTranslation()
  const { solution, base, crumb } = useSolution()
  const settings = `${base}/captcha/settings`
  const isLocked = isReadOnly(solution)
  const mayChange = solution.myRole === 'ADMIN' && !isLocked
  const tabTitle = t(($) => $.captchaSettings.tabs[tab])
  const crumbs: Crumb[] = [crumb, { label: t(($) => $.captchaSettings.title), to: `${settings}/protection` }]
  if (title !== undefined) crumbs.push({ label: tabTitle, to: `${settings}/${tab}` })
  return (
    <Page title={title ?? tabTitle} crumbs={crumbs}>
      <PageTitle
        title={
          <>
            <span className="sr-only">{t(($) => $.captchaSettings.title)}: </span>
            {title ?? tabTitle}
          </>
        }
        subtitle={title === undefined ? t(($) => $.captchaSettings.about[tab]) : undefined}
      />
      <ScrollNav
        label={t(($) => $.captchaSettings.title)}
        className="mb-5 flex max-w-[56rem] gap-1 border-b border-line"
      >
        {settingsTabs.map((one) => (
          <NavLink
            key={one}
            to={`${settings}/${one}`}
            // The widget may talk to the API only in a document that was loaded with its page.
            reloadDocument={one === 'widget' && tab !== 'widget'}
            className={({ isActive }) =>
              classNames(
                'inline-flex h-[2.125rem] items-center border-b-2 px-3 text-sm whitespace-nowrap touch:h-11',
                isActive ? 'border-amber font-[560] text-ink' : 'border-transparent text-ink-2 hover:text-ink',
              )
            }
          >
            {t(($) => $.captchaSettings.tabs[one])}
          </NavLink>
        ))}
      </ScrollNav>
      <Sections mayChange={mayChange} answer={answer} held={held}>
        {solution.myRole === 'ADMIN' ? null : <NeedsRole needed="ADMIN" solution={solution} holders={admins} />}
        {solution.myRole === 'ADMIN' && isLocked ? (
          <Alert kind="warning">
            {hasEnded(solution.lifecycle) ? t(($) => $.settings.general.over) : t(($) => $.settings.locked)}
          </Alert>
        ) : null}
        {children}
      </Sections>
    </Page>
  )
}
