import { useTranslation } from 'react-i18next'
import { platformIds, platforms } from '../../integrations/platforms.ts'
import { MoreLinks } from '../sections/more-links.tsx'
import { useLinks } from '../sections/use-links.ts'
import { Section } from '../../landing/section.tsx'

/** Where it fits: one tile for each platform, which leads to its page. */
export function PlatformTiles() {
  const { t } = useTranslation()
  const links = useLinks()
  const overview = '/products/captcha/integrations'
  return (
    <Section
      id="platforms"
      kick={t(($) => $.products.captcha.platforms.kick)}
      title={t(($) => $.products.captcha.platforms.title, { count: platformIds.length })}
    >
      <ul translate="no" className="mt-10 grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-7">
        {platformIds.map((id) => (
          <li key={id}>
            <a
              href={links.page(`${overview}/${platforms[id].slug}`)}
              className="flex min-h-14 items-center justify-center rounded-md border border-line bg-surface px-2 text-center text-sm font-[520] hover:border-ink-3"
            >
              <bdi>{platforms[id].name}</bdi>
            </a>
          </li>
        ))}
      </ul>
      <MoreLinks links={[{ href: links.page(overview), text: t(($) => $.products.captcha.platforms.more) }]} />
    </Section>
  )
}
