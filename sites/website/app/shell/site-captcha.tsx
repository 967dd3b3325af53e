import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'

/** The captcha of this website in one of its forms. `noScript` says what to do without it. */
export function SiteCaptcha({ noScript }: { noScript: string }) {
  const site = useSite()
  return (
    <>
      <bollard-captcha
        sitekey={site.demoSiteKey ?? ''}
        api-url={site.urls.api}
        language={locales[site.language]}
        full-width=""
        class="block min-h-[62px]"
      />
      <noscript>
        <p className="text-sm text-ink-2">{noScript}</p>
      </noscript>
    </>
  )
}
