"""Training data of the doodle generator: pen traces, sequences and augmentation."""
