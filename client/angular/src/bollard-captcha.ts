import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  ElementRef,
  EventEmitter,
  forwardRef,
  inject,
  Input,
  NgZone,
  type OnChanges,
  type OnDestroy,
  Output,
  signal,
} from '@angular/core'
import {
  type AbstractControl,
  type ControlValueAccessor,
  NG_VALIDATORS,
  NG_VALUE_ACCESSOR,
  type ValidationErrors,
  type Validator,
} from '@angular/forms'
import {
  type BollardLoadError,
  type BollardOptions,
  type Captcha,
  type CaptchaOptions,
  createBollard,
  type FailedDetail,
  firstSnapshot,
  type Release,
  type SolvedDetail,
  type ThrottledDetail,
} from '@bollard/javascript'
import { bollardDefaults } from './provide-bollard.ts'
import { bollardToken } from './bollard-token.ts'

/**
 * The captcha. Its own element is the `<bollard-captcha>` of your installation, and as a form control its value is the token. Put it inside
 * the form: the widget holds the form back until there is a token. Throws `BollardConfigurationError` when it first appears.
 */
@Component({
  selector: 'bollard-captcha',
  standalone: true,
  template: '<ng-content />',
  changeDetection: ChangeDetectionStrategy.OnPush,
  exportAs: 'bollardCaptcha',
  // The widget puts a field of its own into the element, which Angular doesn't know.
  host: { ngSkipHydration: 'true' },
  providers: [
    { provide: NG_VALUE_ACCESSOR, useExisting: forwardRef(() => BollardCaptcha), multi: true },
    { provide: NG_VALIDATORS, useExisting: forwardRef(() => BollardCaptcha), multi: true },
  ],
})
export class BollardCaptcha implements OnChanges, OnDestroy, ControlValueAccessor, Validator {
  @Input() host: string | undefined
  @Input() release: Release | undefined
  @Input() nonce: string | undefined
  @Input() timeoutMs: number | undefined
  @Input() siteKey: string | undefined
  /** Name of the form field with the token; `name` is taken by Angular's forms. */
  @Input() fieldName: string | undefined
  @Input() action: string | undefined
  @Input() cData: string | undefined
  @Input() form: string | undefined
  @Input() language: string | undefined
  @Input() theme: CaptchaOptions['theme']
  @Input() autostart: CaptchaOptions['autostart']
  @Input() size: CaptchaOptions['size']
  @Input() invisible: boolean | undefined
  @Input() badge: CaptchaOptions['badge']
  @Input() floating: boolean | undefined
  @Input() passive: boolean | undefined
  @Input() refresh: CaptchaOptions['refresh']
  @Input() disabled: boolean | undefined
  @Input() tabIndex: number | undefined
  @Input() privacyUrl: string | undefined
  @Input() minimalData: boolean | undefined
  @Input() honeypot: boolean | undefined
  @Input() whiteLabel: boolean | undefined
  @Input() design: CaptchaOptions['design']
  @Input() translations: CaptchaOptions['translations']
  @Input() failover: boolean | undefined
  @Input() solver: CaptchaOptions['solver']
  @Input() bypassKey: string | undefined

  @Output() readonly started = new EventEmitter<void>()
  @Output() readonly throttled = new EventEmitter<ThrottledDetail>()
  @Output() readonly solved = new EventEmitter<SolvedDetail>()
  @Output() readonly failed = new EventEmitter<FailedDetail>()
  @Output() readonly expired = new EventEmitter<void>()
  /** The captcha was cleared; `reset` is the method. */
  @Output() readonly cleared = new EventEmitter<void>()
  @Output() readonly unavailable = new EventEmitter<BollardLoadError>()
  @Output() readonly tokenChange = new EventEmitter<string>()

  readonly #element: HTMLElement = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement
  readonly #defaults = inject(bollardDefaults)
  readonly #zone = inject(NgZone)
  #captcha: Captcha | undefined
  readonly #snapshot = signal(firstSnapshot)
  #isDisabledByForm = false
  #onChange: (token: string) => void = () => {}
  #onTouched: () => void = () => {}
  #onValidatorChange: () => void = () => {}

  readonly state = computed(() => this.#snapshot().state)
  /** Empty while there is none. */
  readonly token = computed(() => this.#snapshot().token)
  /** Why it is `unavailable`. */
  readonly error = computed(() => this.#snapshot().error)

  constructor() {
    // Never on a server, and not before the page has read what this shows.
    afterNextRender(() => this.#attach())
  }

  /**
   * The current token if it wasn't submitted yet, otherwise the one the check produces. Rejects with an `Error` whose `code` says why, and is
   * `removed` while the captcha isn't in the page.
   */
  async execute(): Promise<string> {
    if (!this.#captcha) throw Object.assign(new Error('removed'), { code: 'removed' })
    return this.#captcha.execute()
  }

  /** Clears token and state. */
  reset(): void {
    this.#captcha?.reset()
  }

  /** Loads the widget again after it was `unavailable`. Rejects with a `BollardLoadError`. */
  async retry(): Promise<void> {
    await this.#captcha?.retry()
  }

  ngOnChanges(changes: object): void {
    if (!this.#captcha) return
    if (['host', 'release', 'nonce', 'timeoutMs'].some((name) => name in changes)) this.#attach()
    else this.#captcha.update(this.#options())
  }

  ngOnDestroy(): void {
    this.#captcha?.detach()
    this.#captcha = undefined
  }

  /** A form that sets anything but the token, such as null when it is reset, clears the captcha. */
  writeValue(value: unknown): void {
    if (!value && this.#captcha?.token) this.reset()
  }

  registerOnChange(onChange: (token: string) => void): void {
    this.#onChange = onChange
  }

  registerOnTouched(onTouched: () => void): void {
    this.#onTouched = onTouched
  }

  setDisabledState(isDisabled: boolean): void {
    this.#isDisabledByForm = isDisabled
    this.#captcha?.update(this.#options())
  }

  validate(control: AbstractControl): ValidationErrors | null {
    return bollardToken(control)
  }

  registerOnValidatorChange(onValidatorChange: () => void): void {
    this.#onValidatorChange = onValidatorChange
  }

  #attach(): void {
    this.#captcha?.detach()
    const options = this.#options()
    this.#captcha = createBollard(options).attach(this.#element, options, {
      onStarted: () => this.#tell(this.started, undefined),
      onThrottled: (detail) => this.#tell(this.throttled, detail),
      onSolved: (detail) => this.#tell(this.solved, detail),
      onFailed: (detail) => this.#tell(this.failed, detail),
      onExpired: () => this.#tell(this.expired, undefined),
      onReset: () => this.#tell(this.cleared, undefined),
      onUnavailable: (error) => this.#tell(this.unavailable, error),
      onToken: (token) => {
        this.#onChange(token)
        this.#onTouched()
        this.#onValidatorChange()
        this.#tell(this.tokenChange, token)
      },
      onChange: (snapshot) => this.#snapshot.set(snapshot),
    })
  }

  /** Inside Angular's zone, where an application still has one. */
  #tell<Detail>(output: EventEmitter<Detail>, detail: Detail): void {
    this.#zone.run(() => output.emit(detail))
  }

  #options(): BollardOptions & CaptchaOptions {
    const { host, siteKey, release, nonce, timeoutMs } = this.#defaults
    return {
      host: this.host ?? host ?? '',
      siteKey: this.siteKey ?? siteKey ?? '',
      release: this.release ?? release,
      nonce: this.nonce ?? nonce,
      timeoutMs: this.timeoutMs ?? timeoutMs,
      name: this.fieldName,
      action: this.action,
      cData: this.cData,
      form: this.form,
      language: this.language,
      theme: this.theme,
      autostart: this.autostart,
      size: this.size,
      invisible: this.invisible,
      badge: this.badge,
      floating: this.floating,
      passive: this.passive,
      refresh: this.refresh,
      disabled: this.disabled === true || this.#isDisabledByForm,
      tabIndex: this.tabIndex,
      privacyUrl: this.privacyUrl,
      minimalData: this.minimalData,
      honeypot: this.honeypot,
      whiteLabel: this.whiteLabel,
      design: this.design,
      translations: this.translations,
      failover: this.failover,
      solver: this.solver,
      bypassKey: this.bypassKey,
    }
  }
}
