ALTER TABLE "users" ADD COLUMN "located_at" timestamp with time zone;--> statement-breakpoint
-- Until now the time at which a place was stored was not recorded. It may be as old as the sign-up, so it must not count as new until its member stores it again.
UPDATE "users" SET "located_at" = "joined_since" WHERE "latitude" IS NOT NULL;
