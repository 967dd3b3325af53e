export { ProblemAlert, type ProblemAlertProps } from './forms/problem-alert.tsx'
export { fieldErrorText, problemText, type ShownProblem } from './forms/problem-text.ts'
export { timezoneGroups, type TimezoneGroup } from './forms/timezone-groups.ts'
export { useFieldErrors, type FieldErrors, type FieldFault } from './forms/use-field-errors.ts'
export { useIsSending } from './forms/use-is-sending.ts'
export { cookieValue } from './site/cookie-value.ts'
export { languageOfPath, pathInLanguage, pathWithoutLanguage } from './site/language-path.ts'
export type { SiteHandle } from './site/route-hydrates.ts'
export { LanguageLinks, LanguageSwitcher } from './shell/language-switcher.tsx'
export { MessagePage } from './shell/message-page.tsx'
export { ModuleScript } from './shell/module-script.tsx'
export { PageHead, type PageHeadProps } from './shell/page-head.tsx'
export { useNonce, useSite } from './shell/site-context.tsx'
export { NotFoundPage, SiteError } from './shell/site-error.tsx'
export { type Crumb, PageBar, PageTitle } from './shell/page-bar.tsx'
export { Pager } from './shell/pager.tsx'
export { MenuButton, SideFrame } from './shell/side-frame.tsx'
export { SideLink } from './shell/side-link.tsx'
export { PlainHeader } from './shell/plain-header.tsx'
export { SiteLayout } from './shell/site-layout.tsx'
export { NoticeBar } from './shell/site-notice.tsx'
export { SiteNotifications } from './shell/site-notifications.tsx'
export { ThemeToggle } from './shell/theme-toggle.tsx'
export { textOf } from './forms/text-of.ts'
export { escapeXml } from './feeds/escape-xml.ts'
export { noticeIn } from './site/notice-text.ts'
export { safeReturnTo } from './site/return-to.ts'
export {
  type ConsentMode,
  type LegalDocument,
  localSite,
  type OperatorFacts,
  publicOrigin,
  type PublicSite,
  type Site,
  type SiteName,
} from './site/site.ts'
export { TimeZoneProvider, useFormats } from './words/time-zone.tsx'
export { type Formats, formatsFor, isTimeZone } from './words/formats.ts'
export { Moment } from './words/moment.tsx'
