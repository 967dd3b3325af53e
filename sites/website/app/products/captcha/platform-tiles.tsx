import { useTranslation } from 'react-i18next'
import { MoreLinks } from '../sections/more-links.tsx'
import { useLinks } from '../sections/use-links.ts'
import { Section } from '../../landing/section.tsx'

/** Platforms with an integration page, by the end of its address. */
const platforms = {
  'wordpress-captcha-plugin': 'WordPress',
  'react-captcha': 'React',
  'vue-captcha': 'Vue',
  'angular-captcha': 'Angular',
  'javascript-captcha': 'JavaScript',
  'nodejs-captcha': 'Node.js',
  'php-captcha': 'PHP',
  'python-captcha': 'Python',
  'java-captcha': 'Java',
  'dotnet-captcha': '.NET',
  'go-captcha': 'Go',
  'ruby-captcha': 'Ruby',
  'rust-captcha': 'Rust',
  'kotlin-captcha': 'Kotlin',
  'scala-captcha': 'Scala',
  'groovy-captcha': 'Groovy',
  'typo3-captcha-extension': 'TYPO3',
  'joomla-captcha-plugin': 'Joomla',
  'craft-cms-captcha-plugin': 'Craft CMS',
  'magento-2-captcha-extension': 'Magento 2',
  'webflow-captcha-app': 'Webflow',
  'keycloak-captcha-plugin': 'Keycloak',
  'flutter-captcha': 'Flutter',
  'react-native-captcha': 'React Native',
  'android-captcha-sdk': 'Android',
  'ios-captcha-sdk': 'iOS',
} as const

/** Where it fits: one tile for each platform, which leads to its page. */
export function PlatformTiles() {
  const { t } = useTranslation()
  const links = useLinks()
  const overview = '/products/captcha/integrations'
  return (
    <Section
      id="platforms"
      kick={t(($) => $.products.captcha.platforms.kick)}
      title={t(($) => $.products.captcha.platforms.title, { count: Object.keys(platforms).length })}
    >
      <ul translate="no" className="mt-10 grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-7">
        {Object.entries(platforms).map(([slug, name]) => (
          <li key={slug}>
            <a
              href={links.page(`${overview}/${slug}`)}
              className="flex min-h-14 items-center justify-center rounded-md border border-line bg-surface px-2 text-center text-sm font-[520] hover:border-ink-3"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      <MoreLinks links={[{ href: links.page(overview), text: t(($) => $.products.captcha.platforms.more) }]} />
    </Section>
  )
}
