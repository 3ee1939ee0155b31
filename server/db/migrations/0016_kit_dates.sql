ALTER TABLE "kit_items" ADD COLUMN "batches" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- Until now only the earliest date of a row was recorded. All that is in it counts as that, as before.
UPDATE "kit_items" SET "batches" = jsonb_build_array(jsonb_build_object('expiresOn', "expires_on", 'quantity', "quantity"))
	WHERE "expires_on" IS NOT NULL;
