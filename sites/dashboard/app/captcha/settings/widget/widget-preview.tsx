import { testSiteKeys } from '@bollard/contracts'
import { ModuleScript, useSite } from '@bollard/site-kit'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

export interface PreviewLook {
  design: unknown
  translations?: unknown
  language: string
  whiteLabel: boolean
  privacyUrl: string
}

/**
 * The real widget as visitors would see it, with a test key: it can be pressed, stores nothing and judges nobody. It stands apart from
 * the form around it, looks at nothing and starts only when it is pressed. Only a document that was loaded with this page may show it.
 */
export function WidgetPreview({ themes, look }: { themes: readonly ('light' | 'dark')[]; look: PreviewLook }) {
  const { t } = useTranslation()
  const { urls } = useSite()
  return (
    <figure data-needs-js className="grid min-w-0 content-start gap-2">
      <ModuleScript src={`${urls.api}/widget.js`} />
      <figcaption className="text-sm font-[560]">{t(($) => $.captchaSettings.preview.title)}</figcaption>
      {themes.map((theme) => (
        <div key={theme} style={{ colorScheme: theme }} className="rounded-md border border-line bg-paper p-4">
          <LiveWidget theme={theme} look={look} />
        </div>
      ))}
      <p className="text-xs text-ink-3">{t(($) => $.captchaSettings.preview.about)}</p>
    </figure>
  )
}

function LiveWidget({ theme, look }: { theme: 'light' | 'dark'; look: PreviewLook }) {
  const { urls } = useSite()
  const place = useRef<HTMLDivElement>(null)
  const widget = useRef<HTMLElement>(null)
  const attributes = {
    language: look.language,
    theme,
    design: JSON.stringify(look.design),
    translations: JSON.stringify(look.translations ?? {}),
    'privacy-url': look.privacyUrl,
    'white-label': look.whiteLabel ? 'on' : 'off',
  }
  const written = JSON.stringify(attributes)
  useEffect(() => {
    const element = document.createElement('bollard-captcha')
    const fixed = {
      sitekey: testSiteKeys.PASSES,
      'api-url': urls.api,
      // Of no form, and without a look at whoever edits.
      name: '',
      passive: '',
      autostart: 'off',
      'minimal-data': '',
      honeypot: 'off',
      invisible: 'off',
      'full-width': '',
    }
    for (const [name, value] of Object.entries(fixed)) element.setAttribute(name, value)
    place.current?.append(element)
    widget.current = element
    return () => element.remove()
  }, [urls.api])
  useEffect(() => {
    const wanted = JSON.parse(written) as Record<string, string>
    for (const [name, value] of Object.entries(wanted)) widget.current?.setAttribute(name, value)
  }, [written])
  return <div ref={place} className="min-h-[62px]" />
}
