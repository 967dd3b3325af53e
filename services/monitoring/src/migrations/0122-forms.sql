-- A form is checked by protocol unless its service says otherwise. Figures of a captcha have no places that could confirm a fault, and neither
-- they nor forms have a time from which they are slow: both is refused from now on.
update services set config = jsonb_set(config, '{target,way}', '"PROTOCOL"') where kind = 'FORM' and not config -> 'target' ? 'way';
update services set slow_ms = null where kind in ('FORM', 'PASS_RATE') and slow_ms is not null;
update services set confirmations = 1 where kind = 'PASS_RATE' and confirmations <> 1;
