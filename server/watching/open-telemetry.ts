import { databaseStatements } from '@bollard/database'
import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Traces of one process. */
export interface Tracing {
  /** Makes a span of every request of an app. Call it before routes are mounted. */
  watch(app: FastifyInstance): void
  /** Makes a span of a run of a job. */
  job(name: string, work: () => Promise<void>): () => Promise<void>
  /** `traceparent` of the span that runs now, to be passed on with a call; undefined outside of one. */
  traceparent(): string | undefined
  /** Sends what waits. */
  close(): Promise<void>
}

interface TracingOptions {
  /** Where the collector answers, without `/v1/traces`. */
  readonly endpoint: string
  /** Which share of traces that begin here is sent, 0 … 1. */
  readonly share: number
  readonly processName: string
  /** Whether the trace that a request says it belongs to is believed. */
  readonly isTrusted: (request: FastifyRequest) => boolean
}

/** Traces of this process, sent to a collector by OTLP over HTTP. Spans hold routes, status and names of statements, never values. */
export function openTelemetry({ endpoint, share, processName, isTrusted }: TracingOptions): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'bollard',
      'service.instance.id': `${processName}-${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/u, '')}/v1/traces` }),
        scheduledDelayMillis: 1_000,
      }),
    ],
  })
  const tracer = provider.getTracer(`bollard.${processName}`)
  const contexts = new WeakMap<FastifyRequest, Context>()

  function begin(request: FastifyRequest): Context {
    // A stranger could fill a trace of ours, or have us not sample.
    const parent = isTrusted(request) ? propagation.extract(context.active(), request.headers) : context.active()
    const route = request.routeOptions.url ?? 'unknown'
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': request.method, 'http.route': route, 'bollard.request_id': request.id },
      },
      parent,
    )
    return trace.setSpan(parent, span)
  }
  const unfollow = followStatements((name) => {
    // What runs outside of a request or a job would be a trace of a single line.
    if (trace.getActiveSpan() === undefined) return undefined
    return tracer.startSpan(`sql ${name}`, { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } })
  })
  return {
    watch(app: FastifyInstance) {
      app.addHook('onRequest', (request, _reply, done) => {
        const own = begin(request)
        contexts.set(request, own)
        context.with(own, done)
      })
      // Reading a body leaves the context of the request.
      app.addHook('preValidation', (request, _reply, done) =>
        context.with(contexts.get(request) ?? context.active(), done),
      )
      app.addHook('onResponse', (request, reply, done) => {
        const span = trace.getSpan(contexts.get(request) ?? context.active())
        span?.setAttribute('http.response.status_code', reply.statusCode)
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
        done()
      })
    },
    job: (name, work) => async () =>
      tracer.startActiveSpan(`job ${name}`, { root: true }, async (span) => {
        try {
          await work()
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          span.end()
        }
      }),
    traceparent() {
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
    async close() {
      unfollow()
      await provider.shutdown().catch(() => undefined)
    },
  }
}

/** `begin` answers the span of a statement, or nothing for one that is not traced. */
function followStatements(begin: (name: string) => Span | undefined): () => void {
  const spans = new WeakMap<object, Span>()
  const end = (message: object): void => spans.get(message)?.end()
  const subscribers = {
    start(message: { readonly name: string }) {
      const span = begin(message.name)
      if (span !== undefined) spans.set(message, span)
    },
    end: () => {},
    asyncStart: () => {},
    asyncEnd: end,
    error: (message: object) => void spans.get(message)?.setStatus({ code: SpanStatusCode.ERROR }),
  }
  databaseStatements.subscribe(subscribers)
  return () => void databaseStatements.unsubscribe(subscribers)
}
