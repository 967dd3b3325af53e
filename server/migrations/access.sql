-- Keys of the captchas on our own sites.
grant usage on schema server to bollard_api;
grant select, insert, update on own_sites to bollard_api;
