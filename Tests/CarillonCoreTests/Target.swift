// The first test of this target stands here until it has one.
