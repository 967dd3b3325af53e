import {
  attributesOf,
  type BollardLoadError,
  type BollardOptions,
  type Captcha,
  type CaptchaOptions,
  createBollard,
  type CaptchaSnapshot,
  type FailedDetail,
  readConfiguration,
  type Release,
  type SolvedDetail,
  type ThrottledDetail,
} from '@bollard/javascript'
import { defineComponent, h, inject, onBeforeUnmount, onMounted, type PropType, shallowRef, watch } from 'vue'
import { defaultsKey } from './defaults.ts'
import type { UseBollard } from './use-bollard.ts'

/** Vue makes `false` of a switch that is left out, which would take back what the owner has set. */
const settable = { type: Boolean, default: undefined }

const properties = {
  host: String,
  release: Object as PropType<Release>,
  nonce: String,
  timeoutMs: Number,
  siteKey: String,
  name: String,
  action: String,
  cData: String,
  form: String,
  language: String,
  theme: String as PropType<'light' | 'dark'>,
  autostart: String as PropType<'focus' | 'load' | 'off'>,
  size: String as PropType<'normal' | 'compact' | 'flexible'>,
  invisible: settable,
  badge: String as PropType<'end' | 'start' | 'inline' | 'hidden'>,
  floating: settable,
  passive: settable,
  refresh: String as PropType<'auto' | 'manual' | 'never'>,
  disabled: settable,
  tabIndex: Number,
  privacyUrl: String,
  minimalData: settable,
  honeypot: settable,
  whiteLabel: settable,
  design: Object as PropType<Record<string, unknown>>,
  translations: Object as PropType<Record<string, Record<string, string>>>,
  failover: settable,
  solver: String as PropType<'page' | 'script'>,
  bypassKey: String,
  /** The token. Setting it to an empty string resets the captcha. */
  modelValue: String,
  /** What `useBollard` gave. */
  captcha: Object as PropType<UseBollard>,
}

/**
 * The captcha, a `<bollard-captcha>` of your installation. Put it inside the form: the widget holds the form back until there is a token.
 * Throws `BollardConfigurationError` when it is set up.
 */
export const BollardCaptcha = defineComponent({
  name: 'BollardCaptcha',
  props: properties,
  emits: {
    'update:modelValue': (_token: string) => true,
    started: () => true,
    throttled: (_detail: ThrottledDetail) => true,
    solved: (_detail: SolvedDetail) => true,
    failed: (_detail: FailedDetail) => true,
    expired: () => true,
    reset: () => true,
    unavailable: (_error: BollardLoadError) => true,
    change: (_snapshot: CaptchaSnapshot) => true,
  },
  setup(props, { emit, expose, slots }) {
    const element = shallowRef<HTMLElement>()
    const defaults = inject(defaultsKey, {})
    let captcha: Captcha | undefined

    const options = (): BollardOptions & CaptchaOptions => ({
      ...props,
      host: props.host ?? defaults.host ?? '',
      siteKey: props.siteKey ?? defaults.siteKey ?? '',
      release: props.release ?? defaults.release,
      nonce: props.nonce ?? defaults.nonce,
      timeoutMs: props.timeoutMs ?? defaults.timeoutMs,
    })
    const attributes = () => attributesOf(readConfiguration(options()).host, options())
    // The element has properties of some of these names, which Vue would set in its own way; so it writes them only once.
    const first = attributes()

    function attach(): void {
      if (!element.value) return
      captcha = createBollard(options()).attach(element.value, options(), {
        onStarted: () => emit('started'),
        onThrottled: (detail) => emit('throttled', detail),
        onSolved: (detail) => emit('solved', detail),
        onFailed: (detail) => emit('failed', detail),
        onExpired: () => emit('expired'),
        onReset: () => emit('reset'),
        onUnavailable: (error) => emit('unavailable', error),
        onToken: (token) => emit('update:modelValue', token),
        onChange(snapshot) {
          props.captcha?.show(snapshot)
          emit('change', snapshot)
        },
      })
      props.captcha?.connect(captcha)
    }
    function detach(): void {
      captcha?.detach()
      props.captcha?.connect(undefined)
      captcha = undefined
    }
    const again = () => {
      detach()
      attach()
    }
    const there = (): Captcha => {
      if (!captcha) throw Object.assign(new Error('removed'), { code: 'removed' })
      return captcha
    }

    onMounted(attach)
    onBeforeUnmount(detach)
    watch(() => JSON.stringify([options().host, options().release, options().nonce, options().timeoutMs]), again, {
      flush: 'post',
    })
    watch(
      () => JSON.stringify([attributes(), props.bypassKey]),
      () => captcha?.update(options()),
      { flush: 'post' },
    )
    watch(
      () => props.modelValue,
      (token) => token === '' && captcha?.token && captcha.reset(),
    )
    expose({
      execute: async () => there().execute(),
      retry: async () => there().retry(),
      reset: () => captcha?.reset(),
    })
    return () => h('bollard-captcha', { ...first, ref: element }, slots['default']?.())
  },
})
