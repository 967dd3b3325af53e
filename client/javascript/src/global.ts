import { BollardConfigurationError, BollardLoadError, type Bollard, createBollard } from './index.ts'

/*
 * For pages without a build step: one classic script, whose element says where the installation is.
 *   <script src="…/bollard.js" data-host="https://captcha.example.org" defer></script>
 * `data-release-address` with `data-release-integrity` pins a release. `data-render="explicit"` renders nothing by itself. The page has
 * `Bollard.render` and the others from then on.
 */
const { dataset = {}, nonce = '' } = document.currentScript ?? {}
const { host = '', releaseAddress: address, releaseIntegrity: integrity, render } = dataset
const bollard: Bollard = createBollard({
  host,
  ...(address === undefined ? {} : { release: { address, integrity: integrity ?? '' } }),
  ...(nonce ? { nonce } : {}),
})
Object.assign(globalThis, { Bollard: { ...bollard, createBollard, BollardConfigurationError, BollardLoadError } })

if (render !== 'explicit') {
  const start = () => {
    bollard.renderAll()
    // Those that the page has written itself only need the script.
    if (document.querySelector('bollard-captcha')) bollard.load().catch((error: unknown) => console.error(error))
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true })
  else start()
}
