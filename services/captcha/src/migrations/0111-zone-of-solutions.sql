-- Where the days of a site begin is decided by its solution, and is no setting of the captcha any more.
alter table sites add column time_zone text not null default 'UTC';
update sites set time_zone = coalesce(settings ->> 'timeZone', 'UTC'), settings = settings - 'timeZone' where settings ? 'timeZone';
