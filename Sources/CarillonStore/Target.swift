// The first file of this target stands here until it has one.
